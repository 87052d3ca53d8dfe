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
  const [found, code = 'type-check'] = /(?:^|: )error (TS\d{1,6}): /u.exec(line) ?? [];
  const start = found === undefined ? -1 : line.indexOf(found);
  const message = found === undefined ? undefined : line.slice(start + found.length);
  const [, file, row, column] = /^(.+)\((\d{1,9}),(\d{1,9})\)$/u.exec(line.slice(0, Math.max(0, start))) ?? [];
  return {
    code,
    severity: line.startsWith('note: ') ? 'warning' : 'error',
    message: message ?? line.replace(/^(?:error|note): /u, ''),
    ...(file !== undefined && {
      location: { file: file.replaceAll('\\', '/'), line: Number(row), column: Number(column), length: 1 },
    }),
  };
}
