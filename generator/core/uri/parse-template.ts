/** Part of a prompt text: literal text or the name of an argument. */
type PromptPart = { readonly text: string } | { readonly argument: string };

/** Splits a text at its `{{argument}}` placeholders; `\{{` is a literal `{{`. */
export function parseTemplate(template: string): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  let literal = '';
  let end = 0;
  for (const match of template.matchAll(/\\\{\{|\{\{([^{}]*)\}\}/gu)) {
    literal += template.slice(end, match.index);
    end = match.index + match[0].length;
    const [, argument] = match;
    if (argument === undefined) {
      literal += '{{';
    } else {
      if (literal !== '') parts.push({ text: literal });
      parts.push({ argument: argument.trim() });
      literal = '';
    }
  }
  literal += template.slice(end);
  if (literal !== '') parts.push({ text: literal });
  return parts;
}

/** A placeholder that lacks a brace, so that it is read as text. */
export interface BrokenPlaceholder {
  /** As written. */
  readonly text: string;
  /** Its name; empty if there is none. */
  readonly name: string;
}

/** Finds placeholders that lack a brace: `{{name}`, `{{name`, and `{name}}` with one of the names. */
export function findBrokenPlaceholders(template: string, names: readonly string[]): readonly BrokenPlaceholder[] {
  // Placeholders and `\\{{` become a character that is neither a brace nor part of a name.
  const rest = template.replace(/\\\{\{|\{\{[^{}]*\}\}/gu, '\n');
  return [...rest.matchAll(/\{\{ *([\w.-]*) *\}?|\{ *([\w.-]+) *\}\}/gu)].flatMap(([text, opened, closed]) => {
    if (closed !== undefined && !names.includes(closed)) return [];
    return [{ text, name: opened ?? closed ?? '' }];
  });
}
