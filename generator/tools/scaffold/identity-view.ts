/** Name, title and description of a new server. */
export interface ProjectIdentity {
  /** Name of server, package and definition file; valid by {@link explainName}. */
  readonly name: string;
  /** Any text. */
  readonly title: string;
  /** Any text. */
  readonly description: string;
}

/** Name, title and description of a server, escaped for templates. */
export function identityView({ name, title, description }: ProjectIdentity) {
  return {
    name,
    quoted: { name: quoteText(name), title: quoteText(title), description: quoteText(description) },
    markdown: { title: escapeMarkdown(title) || name, description: escapeMarkdown(description) },
  };
}

/**
 * A text as a JSON string that is also a YAML scalar on one line: characters that YAML or an editor may take for a line
 * end or hide are escaped.
 */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as one line of Markdown without any markup. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&$]/gu, '\\$&')
    .replace(/^[-+=]/u, '\\$&')
    .replace(/^(\d+)([.)])/u, '$1\\$2');
}
