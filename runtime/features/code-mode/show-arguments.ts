/**
 * Formats arguments on one line, escaping invisible and bidirectional control characters.
 *
 * @param maximum Maximum number of characters.
 */
export function showArguments(text: string, maximum: number): string {
  const cut = text.length <= maximum ? text : `${text.slice(0, maximum)}…`;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}
