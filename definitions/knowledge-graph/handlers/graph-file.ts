import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entity, KnowledgeGraph, Relation } from '../../../generated/knowledge-graph/types.ts';

/** Where the graph is kept: `MEMORY_FILE_PATH`, by default `memory.jsonl` beside the server. */
const file = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  process.env['MEMORY_FILE_PATH'] ?? 'memory.jsonl',
);

type Line = ({ readonly type: 'entity' } & Entity) | ({ readonly type: 'relation' } & Relation);

/** Reads the graph from its JSON-lines file; a file that does not exist is an empty graph. */
export async function readGraph(): Promise<KnowledgeGraph> {
  const graph: KnowledgeGraph = { entities: [], relations: [] };
  for (const text of (await readText()).split('\n')) {
    if (text.trim() === '') continue;
    const line = JSON.parse(text) as Line;
    if (line.type === 'entity') {
      graph.entities.push({ name: line.name, entityType: line.entityType, observations: line.observations });
    } else if (line.type === 'relation') {
      graph.relations.push({ from: line.from, to: line.to, relationType: line.relationType });
    }
  }
  return graph;
}

let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Changes the graph: reads it, lets `change` work on it and writes it back. Changes wait for each other, also for those
 * of other processes; when `change` throws nothing is written.
 */
export function changeGraph<T>(change: (graph: KnowledgeGraph) => T): Promise<T> {
  const result = lastChange.then(() =>
    withLock(async () => {
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

/** Writes to a file beside and renames it, so that a reader or a crash never sees half a graph. */
async function writeGraph({ entities, relations }: KnowledgeGraph): Promise<void> {
  const lines: Line[] = [
    ...entities.map((entity): Line => ({ type: 'entity', ...entity })),
    ...relations.map((relation): Line => ({ type: 'relation', ...relation })),
  ];
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await rename(draft, file);
}

/** Milliseconds after which a lock counts as left behind by a process that died. */
const staleMs = 10_000;

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  while (!(await tryLock(lock))) await delay(10);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > staleMs) await rm(lock, { force: true });
    return false;
  }
}
