import { basename, dirname } from 'node:path';
import { loadDefinitions, rootOf, type Workspace } from '../../load/load-definitions.js';
import { childOf, stringAt } from '../../load/source-node.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveName } from '../project-name.js';
import { SourceError, type ProjectSource } from './project-source.js';

/**
 * A project with a copy of definitions: of one and what it refers to, or of all in a folder.
 *
 * @param folder absolute path; nothing outside of it is copied
 * @param file name of the one definition
 * @throws {SourceError} when one refers to a file that cannot be copied
 */
export async function readDefinitionFiles(folder: string, file?: string): Promise<ProjectSource> {
  const { workspace, diagnostics } = await loadDefinitions(dirname(folder), basename(folder), file);
  const [unreadable] = diagnostics.filter(({ code }) => code === 'unreadable-file');
  if (unreadable) throw new SourceError(unreadable.message);
  const strip = (path: string) => path.slice(basename(folder).length + 1);
  const copies = [...workspace.files].flatMap(([path, loaded]) =>
    loaded.status === 'read' ? [{ path: strip(path), content: loaded.bytes }] : [],
  );
  const modules = await Promise.all(
    [...workspace.modules].map(async (path) => ({
      path: strip(path),
      content: await readFile(join(folder, strip(path))),
    })),
  );
  const servers = findServers(workspace);
  const name = servers.flatMap((server) => stringAt(server, 'name') ?? [])[0];
  return {
    name: deriveName(name ?? file?.replace(/\..*$/u, '') ?? basename(folder)),
    title: servers.flatMap((server) => stringAt(server, 'title') ?? [])[0],
    description: servers.flatMap((server) => stringAt(server, 'description') ?? [])[0],
    notes: [],
    listFiles: () => [...copies, ...modules],
  };
}

function findServers(workspace: Workspace) {
  return workspace.definitions.flatMap((file) => childOf(rootOf(workspace, file), 'server') ?? []);
}
