/** Part of a prompt template: literal text or an argument name. */
type PromptPart = { readonly text: string } | { readonly argument: string };

/** Splits prompt text at its `{{argument}}` placeholders; `\{{` is a literal `{{`. */
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

/** A placeholder with a missing brace, which is therefore read as text. */
export interface BrokenPlaceholder {
  /** The placeholder as written. */
  readonly text: string;
  /** Argument name in the placeholder; `''` if there is none. */
  readonly name: string;
}

/** Finds placeholders with a missing brace: `{{name}`, `{{name`, and `{name}}` if `name` is one of the given names. */
export function findBrokenPlaceholders(template: string, names: readonly string[]): readonly BrokenPlaceholder[] {
  // Replaces placeholders and `\\{{` with a character that is neither a brace nor part of a name.
  const rest = template.replace(/\\\{\{|\{\{[^{}]*\}\}/gu, '\n');
  return [...rest.matchAll(/\{\{ *([\w.-]*) *\}?|\{ *([\w.-]+) *\}\}/gu)].flatMap(([text, opened, closed]) => {
    if (closed !== undefined && !names.includes(closed)) return [];
    return [{ text, name: opened ?? closed ?? '' }];
  });
}
