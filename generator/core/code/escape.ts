/**
 * A TypeScript string literal for any text: no character of it can end the literal, the script or the line.
 *
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

/** The lines of a text as they can stand in a block comment: it cannot be closed, and nothing in it is hidden. */
export function commentLines(text: string): readonly string[] {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  return lines.map((line) => escapeHidden(line.trimEnd().replaceAll('\t', '  ').replaceAll('*/', '*\\/')));
}

/** A JSDoc comment, or nothing for no text; the first line is not indented. */
export function docComment(text: string | undefined, indentation = ''): string {
  if (text === undefined || text.trim() === '') return '';
  const lines = commentLines(text);
  if (lines.length === 1) return `/** ${lines[0]} */\n${indentation}`;
  const body = lines.map((line) => `${indentation} *${line === '' ? '' : ` ${line}`}`);
  return `/**\n${body.join('\n')}\n${indentation} */\n${indentation}`;
}

/** A property name: as it is where that is allowed, else quoted; `__proto__` is computed, so that it is a property. */
export function propertyName(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name);
}

/** A property name in a type, where `__proto__` is nothing special. */
export function typePropertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name);
}

/** Characters that cannot be seen, reorder what is seen, or cannot be written as UTF-8 (lone surrogates). */
const hiddenCharacters = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Writes characters that deceive the reader of a source file, such as bidirectional controls, as `\uXXXX`. */
function escapeHidden(text: string): string {
  return text.replace(hiddenCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
