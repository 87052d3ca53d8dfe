const string = String.raw`"(?:[^"\\]|\\.)*"`;

/** Matches code up to the next pattern. */
const rest = String.raw`(?:[^"]|${string})*?`;

/**
 * Matches a string, or code that reports an error. Strings are matched as a whole, so that their content is not
 * mistaken for code.
 */
const pieces = new RegExp(
  [
    string,
    String.raw`const err\d+ = \{instancePath(?::(?<path>${rest}))?,schemaPath:${rest},keyword:(?<keyword>${string}),params:`,
    String.raw`(?<empty>const err\d+ = \{)(?=\};)`,
    String.raw`(?<name>,propertyName:)`,
    String.raw`(?<end>\};if\(vErrors === null\)\{vErrors = \[(?<error>err\d+)\];\}else \{vErrors\.push\(\k<error>\);\})`,
  ].join('|'),
  'gu',
);

/** Import statement for shortened code. */
export const importAddError = 'import { addError } from "add-error";\n';

/**
 * Halves the code of a validator that collects all errors: a function from {@link importAddError} adds each error, without `schemaPath`.
 * @param code Code in which all strings have double quotes.
 */
export function shortenErrors(code: string): string {
  return code.replaceAll(pieces, (piece, ...match) => {
    const groups = match.at(-1) as { readonly [group: string]: string | undefined };
    const { path = 'instancePath', keyword } = groups;
    if (keyword !== undefined) return `vErrors = addError(vErrors, ${path}, ${keyword}, `;
    // The errors of `not` are never read.
    if (groups['empty'] !== undefined) return 'vErrors = addError(vErrors';
    if (groups['name'] !== undefined) return ', ';
    return groups['end'] === undefined ? piece : ');';
  });
}
