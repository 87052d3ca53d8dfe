/**
 * Shows arguments on one line, without characters that a person does not see or that change the direction of writing.
 *
 * @param maximum Maximum number of characters.
 */
export function showArguments(text: string, maximum: number): string {
  const cut = text.length <= maximum ? text : `${text.slice(0, maximum)}…`;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}
