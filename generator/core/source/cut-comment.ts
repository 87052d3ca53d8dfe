/** Removes a comment from the end of a YAML line. */
export function cutComment(text: string): string {
  const comment = text.search(/\s#/u);
  return comment === -1 ? text : text.slice(0, comment);
}
