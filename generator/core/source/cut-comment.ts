/** A line of YAML, or the rest of one, without a comment that follows text. */
export function cutComment(text: string): string {
  const comment = text.search(/\s#/u);
  return comment === -1 ? text : text.slice(0, comment);
}
