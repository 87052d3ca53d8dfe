import type { PartialMessage } from 'esbuild';

/** Thrown for a view that cannot be bundled. Contains all its errors and warnings. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly errors: readonly PartialMessage[];
  readonly warnings: readonly PartialMessage[];

  constructor(errors: readonly PartialMessage[], warnings: readonly PartialMessage[]) {
    super(errors.map(describe).join('\n'));
    this.errors = errors;
    this.warnings = warnings;
  }
}

function describe({ text = '', location }: PartialMessage): string {
  const { file, line = 1, column = 0 } = location ?? {};
  return `${file === undefined ? '' : `${file}:${line}:${column + 1}: `}${text}.`;
}
