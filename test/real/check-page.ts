import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Accepted, Comparison } from './compare-fields.js';
import type { Call, ComparedCalls } from './compare-servers.js';
import { countAdded } from './count-added.js';
import { countLines } from './count-lines.js';
import { findProject, originals, type RealServer } from './originals.js';

const page = path.resolve(import.meta.dirname, 'README.md');

/** What the comparison of a server has shown. */
export interface Figures {
  readonly lists: Comparison;
  readonly calls: ComparedCalls;
  /** Source files and folders of the original that do the work of our handlers. */
  readonly source: readonly string[];
}

/** Expects the row of a server in test/real/README.md to have the figures that were measured. */
export async function checkTable(server: RealServer, { lists, calls, source }: Figures): Promise<void> {
  const project = findProject(server);
  const row = [
    server,
    originals[server].version,
    await countLines(source),
    await countLines([path.join(project, 'handlers')]),
    await countLines([path.join(project, 'definitions')]),
    lists.fields,
    lists.explained,
    calls.calls,
    calls.explained,
  ];
  const rows = readFileSync(page, 'utf8').matchAll(/^\|(.*)\|$/gmu);
  const cells = [...rows].map(([, text = '']) => text.split('|').map((cell) => cell.trim()));
  expect(cells.find(([name]) => name === server)).toEqual(row.map(String));
}

/** Expects test/real/README.md to say how many lines of the definitions `--from-server` does not write. */
export async function checkAdded(server: RealServer, command: readonly string[]): Promise<void> {
  const text = readFileSync(page, 'utf8').replace(/\s+/gu, ' ');
  const added = await countAdded(server, command);
  const subject = `${added} ${added === 1 ? 'line' : 'lines'} of the definitions of ${server}`;
  expect(text).toContain(`${subject} ${added === 1 ? 'was' : 'were'} written by hand`);
}

/** Expects test/real/README.md to give the reasons for all accepted differences. */
export function checkReasons(accepted: readonly Accepted[], calls: readonly Call[]): void {
  const reasons = [...accepted, ...calls.flatMap((call) => call.accepted ?? [])].map(({ reason }) => reason);
  const text = readFileSync(page, 'utf8').replace(/\s+/gu, ' ');
  expect([...new Set(reasons)].filter((reason) => !text.includes(reason))).toEqual([]);
}
