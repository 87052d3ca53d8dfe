import { numberAt } from '../../core/source/read-values.js';
import { stringAt, type SourceNode } from '../../core/source/source-node.js';

/** Number of rows that a result has if the definition does not say. */
const defaultLimit = 100;

/** Reads the bounds of the rows and the time limit. */
export function readBounds(sql: SourceNode, timeoutMs: number | undefined) {
  return {
    limit: numberAt(sql, 'limit') ?? defaultLimit,
    maxBytes: numberAt(sql, 'maxBytes') ?? 1024 * 1024,
    timeoutMs: numberAt(sql, 'timeoutMs') ?? timeoutMs ?? 10_000,
  };
}

/** Returns how many rows a statement should return at most; `undefined` if its rows do not count. */
export function limitOf(sql: SourceNode): number | undefined {
  const rows = stringAt(sql, 'rows');
  if (rows === 'none') return undefined;
  return rows === 'one' || rows === 'maybe-one' ? 1 : (numberAt(sql, 'limit') ?? defaultLimit);
}
