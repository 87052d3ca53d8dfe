/** Part of a line: text of any origin, which the printers escape. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  /** The target is `#` and the id of a section, or an address. Only `http:` and `https:` become links; others are printed as text. */
  | { readonly kind: 'link'; readonly text: string; readonly target: string };

/** One line, or the content of a cell. */
export type Line = readonly Inline[];

/** Part of a page. */
export type Block =
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly Line[] }
  | TableBlock
  /** Text as it is, such as JSON. The language is a word of the generator's own. */
  | { readonly kind: 'code'; readonly language: 'json' | 'toml' | 'yaml' | 'sh' | 'text'; readonly text: string }
  | SectionBlock;

/** Table. The first cell of a row names it. */
export interface TableBlock {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly Line[])[];
}

/** Heading with its blocks; its level follows from how deep it is nested. */
export interface SectionBlock {
  readonly kind: 'section';
  /** Unique on the page; see {@link Anchors}. */
  readonly id: string;
  readonly heading: Line;
  readonly blocks: readonly Block[];
  /** HTML shows the heading alone until the reader opens the section. */
  readonly isFolded?: boolean;
  /** `llms.txt` has one link to the section, and none to those inside. */
  readonly isOneLink?: boolean;
}

/** Page about a server: printers make HTML and Markdown of it. */
export interface SiteDocument {
  readonly title: string;
  /** One sentence about the server; may be empty. */
  readonly summary: string;
  readonly intro: readonly Block[];
  readonly sections: readonly SectionBlock[];
}

/** Text as a part of a line. */
export function text(value: string): Inline {
  return { kind: 'text', text: value };
}

/** Code, such as a name or a value. */
export function code(value: string): Inline {
  return { kind: 'code', text: value };
}

/** Text in bold. */
export function strong(value: string): Inline {
  return { kind: 'strong', text: value };
}

/** Link to a section or an address. */
export function link(value: string, target: string): Inline {
  return { kind: 'link', text: value, target };
}

/** Paragraph of the parts of a line; nothing for an empty line. */
export function paragraph(...line: Line): readonly Block[] {
  return line.length === 0 ? [] : [{ kind: 'paragraph', line }];
}

/** Joins lines with a text between them. */
export function joinLines(lines: readonly Line[], between: string): Line {
  return lines.flatMap((line, index) => (index === 0 ? line : [text(between), ...line]));
}

/** The text of a line without its markup. */
export function plainText(line: Line): string {
  return line.map((part) => part.text).join('');
}

/** Names as code, separated by commas. */
export function listCodes(names: readonly string[]): Line {
  return joinLines(
    names.map((name) => [code(name)]),
    ', ',
  );
}
