/** Removes leading white space, comments and the XML declaration of an HTML or SVG document. */
export function skipProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const close = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?xml') ? '?>' : undefined;
    const end = close === undefined ? -1 : rest.indexOf(close);
    if (close === undefined || end === -1) return rest;
    rest = rest.slice(end + close.length).trimStart();
  }
}
