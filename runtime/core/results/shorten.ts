/** Returns the beginning of a text that is longer than `maximum` characters, with an ellipsis; other texts unchanged. */
export function shorten(text: string, maximum: number): string {
  // Half of a surrogate pair is no character.
  return text.length <= maximum ? text : `${text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '')}…`;
}
