import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diffLines } from 'diff';
import { readServer } from '../../generator/tools/scaffold/server/read-server.js';
import { findProject, type RealServer } from './originals.js';

/**
 * Lines of our definitions that `--from-server` does not write.
 *
 * @param command words of the command that starts the original
 */
export async function countAdded(server: RealServer, command: readonly string[]): Promise<number> {
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const target = { server: quoted, headers: new Map<string, string>(), cwd: '/' };
  const source = await readServer(target, new AbortController().signal);
  const identity = { name: source.name ?? server, title: source.title ?? '', description: source.description ?? '' };
  const written = source.listFiles(identity, () => '').map(({ content }) => String(content));
  const folder = path.join(findProject(server), 'definitions');
  const ours = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const changes = diffLines(written.join(''), ours.join(''));
  return changes.filter(({ added }) => added).reduce((sum, { count }) => sum + count, 0);
}
