import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KnowledgeGraph } from '../../../generated/knowledge-graph/types.ts';
import { withFileLock } from './file-lock.ts';
import { formatLines, parseLines } from './graph-lines.ts';

/**
 * Returns the path of the graph file: `MEMORY_FILE_PATH`, by default `memory.jsonl`, relative to the server folder.
 */
const file = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  process.env['MEMORY_FILE_PATH'] || 'memory.jsonl',
);

/**
 * Reads the graph from its JSON Lines file. A missing file is an empty graph.
 *
 * @throws Error with file and line if a line is invalid.
 */
export async function readGraph(): Promise<KnowledgeGraph> {
  return parseLines(await readText(), file);
}

let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Reads the graph, applies `change` and writes the graph back. Changes run one at a time, also across processes. If `change`
 * throws, nothing is written.
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
