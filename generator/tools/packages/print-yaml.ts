import { Document, visit } from 'yaml';

/**
 * Prints a value as YAML in Prettier's format. Omits members that are `undefined`. Strings with line breaks, invisible
 * characters or terminal control characters are double-quoted and escaped.
 *
 * @param version YAML version of the reader; `yes` is a string in 1.2 and a boolean in 1.1.
 */
export function printYaml(value: object, version: '1.1' | '1.2' = '1.2'): string {
  const document = new Document(value, { aliasDuplicateObjects: false, version, keepUndefined: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== 'string') return;
      if (unprintable.test(node.value)) node.type = 'QUOTE_DOUBLE';
      // Prettier chooses these quotes for a string with both kinds of quotes.
      else if (node.value.includes('"') && node.value.includes("'")) node.type = 'QUOTE_SINGLE';
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return text.replaceAll(beyondJson, (character) => `\\U${character.codePointAt(0)?.toString(16).padStart(8, '0')}`);
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Matches {@link unprintable} characters that JSON does not escape. */
const beyondJson = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;
