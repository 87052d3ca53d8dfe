import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceNode } from './source-node.js';

/** Result of parsing a file. `root` is absent when the syntax is broken or a limit is exceeded. */
export interface ParsedSource {
  readonly root?: SourceNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Levels of nesting that a file may have. */
export const maxDepth = 128;

/** Maximum of values in a file, with aliases written out. */
export const maxNodes = 1_000_000;

/** Reports a key that stands twice in the same mapping. The first one counts. */
export function reportDuplicateKey(key: string, location: SourceLocation, first: SourceLocation): Diagnostic {
  const related = [{ message: 'first here', location: first }];
  return createDiagnostic('duplicate-key', location, `The key \`${key}\` is repeated in the same mapping.`, {
    related,
    help: 'Remove one of the two, or rename it.',
  });
}

/** Reports a number that JSON does not have, or an integer that JavaScript rounds; `undefined` for any other number. */
export function reportNumber(value: number, location: SourceLocation): Diagnostic | undefined {
  if (!Number.isFinite(value)) return createDiagnostic('not-json', location, 'JSON cannot represent this number.');
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const message =
    'JavaScript cannot represent this integer exactly: it is rounded. Write it as a string to keep its digits.';
  return createDiagnostic('lossy-number', location, message);
}
