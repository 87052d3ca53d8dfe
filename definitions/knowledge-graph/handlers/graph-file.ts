import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KnowledgeGraph } from '../../../generated/knowledge-graph/types.ts';
import { withFileLock } from './file-lock.ts';
import { formatLines, parseLines } from './graph-lines.ts';

/**
 * Where the graph is kept: `MEMORY_FILE_PATH`, by default `memory.jsonl`; a relative path starts at the folder of the
 * server.
 */
const file = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  process.env['MEMORY_FILE_PATH'] || 'memory.jsonl',
);

/**
 * Reads the graph from its JSON-lines file; a file that does not exist is an empty graph.
 *
 * @throws Error that names the file and the line when a line is broken.
 */
export async function readGraph(): Promise<KnowledgeGraph> {
  return parseLines(await readText(), file);
}

let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Changes the graph: reads it, lets `change` work on it and writes it back. Changes wait for each other, also for those
 * of other processes; when `change` throws nothing is written.
 */
export function changeGraph<T>(change: (graph: KnowledgeGraph) => T): Promise<T> {
  const result = lastChange.then(() =>
    withFileLock(`${file}.lock`, async () => {
      const graph = await readGraph();
      const value = change(graph);
      await writeGraph(graph);
      return value;
    }),
  );
  lastChange = result.catch(() => undefined);
  return result;
}

async function readText(): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes to a temporary file and renames it, so that a reader or a crash never sees half a graph. */
async function writeGraph(graph: KnowledgeGraph): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, formatLines(graph));
  await rename(draft, file);
}
