import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';

/**
 * Reads the errors in the output of `tsc --pretty false`. The code of an error is that of the compiler, such as
 * `TS2322`; indented lines belong to the error before them.
 *
 * @param text Output, with paths relative to the project.
 */
export function parseTypeErrors(text: string): readonly Diagnostic[] {
  const errors: Diagnostic[] = [];
  for (const line of text.split('\n')) {
    const last = errors.at(-1);
    if (/^\s+\S/u.test(line) && last) errors[errors.length - 1] = { ...last, message: `${last.message}\n${line}` };
    else if (line.trim() !== '') errors.push(parseLine(line));
  }
  return errors;
}

function parseLine(line: string): Diagnostic {
  const [, place, code = 'type-check', message] = /^(.*?)(?:: )?error (TS\d+): (.*)$/u.exec(line) ?? [];
  const [, file, row, column] = /^(.+)\((\d+),(\d+)\)$/u.exec(place ?? '') ?? [];
  return {
    code,
    severity: line.startsWith('note: ') ? 'warning' : 'error',
    message: message ?? line.replace(/^(?:error|note): /u, ''),
    ...(file !== undefined && {
      location: { file: file.replaceAll('\\', '/'), line: Number(row), column: Number(column), length: 1 },
    }),
  };
}
