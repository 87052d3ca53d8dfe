/**
 * Returns a TypeScript string literal for any string. No character can end the literal, the script or the line.
 * @see docs/decisions/0010-text-becomes-code-in-three-functions.md
 */
export function stringLiteral(text: string): string {
  const escaped = text.replace(/['\\\n\r\t]/gu, (character) => shortEscapes.get(character) ?? character);
  return `'${escapeHidden(escaped).replaceAll('</', '<\\/')}'`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["'", "\\'"],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Returns the lines of a block comment. They cannot close the comment and have no hidden characters. */
export function commentLines(text: string): readonly string[] {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  return lines.map((line) => escapeHidden(line.trimEnd().replaceAll('\t', '  ').replaceAll('*/', '*\\/')));
}

/** Returns a JSDoc comment, or `''` if there is no text. The first line is not indented. */
export function docComment(text: string | undefined, indentation = ''): string {
  if (text === undefined || text.trim() === '') return '';
  const lines = commentLines(text);
  if (lines.length === 1) return `/** ${lines[0]} */\n${indentation}`;
  const body = lines.map((line) => `${indentation} *${line === '' ? '' : ` ${line}`}`);
  return `/**\n${body.join('\n')}\n${indentation} */\n${indentation}`;
}

/**
 * Returns a property name, quoted if necessary. `__proto__` becomes a computed key, because the plain key would set the
 * prototype.
 */
export function propertyName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name);
}

/** Returns a property name in a type, where `__proto__` is not special. */
export function typePropertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name);
}

/** Characters that are invisible, reorder the text around them, or cannot be encoded in UTF-8 (lone surrogates). */
const hiddenCharacters = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Escapes characters that mislead readers of source code, such as bidirectional controls, as `\uXXXX`. */
export function escapeHidden(text: string): string {
  return text.replace(hiddenCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
