/** Page of the documentation: its file below `docs/`, title, purpose, and the section of the index that lists it. */
export interface Page {
  readonly section: string;
  readonly title: string;
  readonly file: string;
  readonly purpose: string;
}

/** Lists the pages that the index names, in its order. */
export function listPages(index: string): readonly Page[];

/** Renders `llms.txt` (https://llmstxt.org) with the pages of the index. */
export function renderLlms(index: string): string;

/**
 * Renders `llms-full.txt`: all pages of the index in its order, each with its path, without comments, pictures and the
 * spaces that align tables.
 * @param read Returns the text of a page.
 */
export function renderLlmsFull(index: string, read: (file: string) => string): string;
