/** A piece of a prompt text: literal text or the name of an argument. */
export type PromptPart = { readonly text: string } | { readonly argument: string };

/** Splits a text at its `{{argument}}` placeholders; `\{{` is literal text. */
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
