import { Document, visit, type CreateNodeOptions, type DocumentOptions, type ToStringOptions } from 'yaml';
import type { JsonObject } from '../../model/json.js';

/** The first line of a definition: editors complete and check what follows. */
export const schemaComment =
  '# yaml-language-server: $schema=../node_modules/create-mcp-from-schema/templates/definition.schema.json';

/**
 * A definition as YAML that reads as the same value again, whatever its texts hold: those with characters that cannot be
 * seen, or that deceive who sees them, are quoted and have these escaped.
 */
export function printDefinition(definition: JsonObject): string {
  const options: DocumentOptions & CreateNodeOptions = { version: '1.2', aliasDuplicateObjects: false };
  const document = new Document(definition, options);
  visit(document, {
    Scalar(_key, node) {
      const { value } = node;
      if (typeof value === 'string' && (hidden.test(value) || startsBlank.test(value))) node.type = 'QUOTE_DOUBLE';
    },
  });
  const print: ToStringOptions = { lineWidth: 0, blockQuote: 'literal', singleQuote: true, defaultStringType: 'PLAIN' };
  return document.toString(print).replace(new RegExp(hidden, 'gu'), escape);
}

/** All that the format does not show as it is; a line end within a text is fine. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are to be escaped
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]|\p{Cs}/u;

/** In a block, the spaces of blank lines before all others would be taken for its indentation. */
const startsBlank = /^[ \n]*\n/u;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
