/** Part of a line. Its text is untrusted; printers escape it. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  /**
   * Link. The target is `#` followed by a section ID, or a URL. Only `http:` and `https:` URLs become links; others are
   * printed as text.
   */
  | { readonly kind: 'link'; readonly text: string; readonly target: string };

/** Line of text, or content of a table cell. */
export type Line = readonly Inline[];

/** Block of a page. */
export type Block =
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | TableBlock
  /** Preformatted text, such as JSON. */
  | { readonly kind: 'code'; readonly language: 'json' | 'toml' | 'yaml' | 'sh' | 'text'; readonly text: string }
  | SectionBlock;

/** Table. The first cell of a row is the row header. */
export interface TableBlock {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly Line[])[];
}

/** Heading with its blocks. The nesting depth determines the heading level. */
export interface SectionBlock {
  readonly kind: 'section';
  /** ID that is unique on the page; see {@link Anchors}. */
  readonly id: string;
  readonly heading: Line;
  readonly blocks: readonly Block[];
  /** Whether the section is collapsed in HTML. */
  readonly isFolded?: boolean;
  /** Whether `llms.txt` links only to the section, not to its subsections. */
  readonly isOneLink?: boolean;
}

/** Page that documents a server. Printers convert it to HTML and Markdown. */
export interface SiteDocument {
  readonly title: string;
  /** One sentence about the server; `''` if there is none. */
  readonly summary: string;
  readonly intro: readonly Block[];
  readonly sections: readonly SectionBlock[];
}

/** Creates text. */
export function text(value: string): Inline {
  return { kind: 'text', text: value };
}

/** Creates inline code, such as a name or a value. */
export function code(value: string): Inline {
  return { kind: 'code', text: value };
}

/** Creates bold text. */
export function strong(value: string): Inline {
  return { kind: 'strong', text: value };
}

/** Creates a link to a section or a URL. */
export function link(value: string, target: string): Inline {
  return { kind: 'link', text: value, target };
}

/** Creates a paragraph; returns no blocks for an empty line. */
export function paragraph(...line: Line): readonly Block[] {
  return line.length === 0 ? [] : [{ kind: 'paragraph', line }];
}

/** Joins lines with a separator. */
export function joinLines(lines: readonly Line[], between: string): Line {
  return lines.flatMap((line, index) => (index === 0 ? line : [text(between), ...line]));
}

/** Returns a line as text without markup. */
export function plainText(line: Line): string {
  return line.map((part) => part.text).join('');
}

/** Lists names as inline code, separated by commas. */
export function listCodes(names: readonly string[]): Line {
  return joinLines(
    names.map((name) => [code(name)]),
    ', ',
  );
}
