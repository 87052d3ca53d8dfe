/** Name, title and description of a new server. */
export interface ProjectIdentity {
  /** Name of the server, package and definition file; valid according to {@link explainName}. */
  readonly name: string;
  /** Any string. */
  readonly title: string;
  /** Any string. */
  readonly description: string;
}

/** Escapes name, title and description of a server for templates. */
export function identityView({ name, title, description }: ProjectIdentity) {
  return {
    name,
    quoted: { name: quoteText(name), title: quoteText(title), description: quoteText(description) },
    markdown: { title: escapeMarkdown(title) || name, description: escapeMarkdown(description) },
  };
}

/**
 * Prints a JSON string that is also a one-line YAML scalar. Escapes characters that YAML or an editor could hide or
 * treat as line breaks.
 */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Prints a string as one line of Markdown without markup. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&$]/gu, '\\$&')
    .replace(/^[-+=]/u, '\\$&')
    .replace(/^(\d+)([.)])/u, '$1\\$2');
}
