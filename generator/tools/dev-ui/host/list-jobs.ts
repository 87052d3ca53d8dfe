import { compareLists } from './compare-lists.js';
import { compileInput } from './compile-input.js';
import { measureResult, measureUsage } from './measure-usage.js';
import type { ListedEntries } from './read-lists.js';

/** Work on descriptors and answers of a foreign server. The arguments are JSON texts: nothing else crosses threads as fast. */
export const listJobs = {
  compile: (schema: string) => compileInput(JSON.parse(schema)),
  usage: (server: string, tools: string) =>
    measureUsage(JSON.parse(server) as string, JSON.parse(tools) as readonly unknown[]),
  resultUsage: (result: string) => measureResult(JSON.parse(result)),
  changes: (before: string, after: string) =>
    compareLists(JSON.parse(before) as ListedEntries, JSON.parse(after) as ListedEntries),
} as const;

/** The jobs by their names. */
export type ListJobs = typeof listJobs;
