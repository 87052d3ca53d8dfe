/** Page of the book, as the contents in docs/README.md name it. */
export interface Page {
  readonly section: string;
  readonly name: string;
  readonly file: string;
}
/** Pages of the book in the order of its contents. */
export function listPages(): readonly Page[];
/** Pages of the folder that the contents do not name. */
export function listMissing(): readonly string[];
/** Text of a page whose last lines say where it stands: section, previous page, contents, next page. */
export function addPlace(file: string, text: string): string;
