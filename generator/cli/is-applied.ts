import type { GenerateReport } from '../generate.js';

/** Whether a run did its work: all of it, or that on what it did not leave out because of errors. */
export function isApplied({ ok, leftOut, write }: GenerateReport): boolean {
  return ok || (leftOut !== undefined && write !== undefined && write.diagnostics.length === 0);
}
