import { features } from '../../dist/generator/features.js';

/** Rows that features contribute to a table, as an object. */
export function rowsOfFeatures(hook, entryOf) {
  return Object.fromEntries(features.flatMap((feature) => feature[hook] ?? []).map(entryOf));
}
