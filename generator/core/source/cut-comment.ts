/** Removes a comment that follows text on a line of YAML. */
export function cutComment(text: string): string {
  const comment = text.search(/\s#/u);
  return comment === -1 ? text : text.slice(0, comment);
}
