import { compareLists } from './compare-lists.js';
import { compileInput } from './compile-input.js';
import { measureResult, measureUsage } from './measure-usage.js';
import type { ListedEntries } from './read-lists.js';

/** Jobs on descriptors and results of a foreign server. Arguments are JSON text, which crosses threads fastest. */
export const listJobs = {
  compile: (schema: string) => compileInput(JSON.parse(schema)),
  usage: (server: string, tools: string) =>
    measureUsage(JSON.parse(server) as string, JSON.parse(tools) as readonly unknown[]),
  resultUsage: (result: string) => measureResult(JSON.parse(result)),
  changes: (before: string, after: string) =>
    compareLists(JSON.parse(before) as ListedEntries, JSON.parse(after) as ListedEntries),
} as const;

/** Jobs by name. */
export type ListJobs = typeof listJobs;
