import { Document, visit, type CreateNodeOptions, type DocumentOptions, type ToStringOptions } from 'yaml';
import type { Json, JsonObject } from '../../../core/model/json.js';
import type { ProjectIdentity } from '../identity-view.js';
import type { SourceFile } from './project-source.js';

/** First line of a definition, for completion and validation in editors. */
export const schemaComment = '# yaml-language-server: $schema=../generated/definition.schema.json';

/**
 * Prints a definition as YAML that parses to the same value. Quotes strings with invisible or deceptive characters, and
 * escapes these characters.
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

/** Matches characters to escape; a line break inside a string is not escaped. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are to be escaped
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]|\p{Cs}/u;

/** Matches block scalars whose leading blank lines YAML would parse as indentation. */
const startsBlank = /^[ \n]*\n/u;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Prints a definition with only the section `server`, for a definitions folder without one.
 *
 * @param others Other files of the folder, whose names are avoided.
 */
export function serverFile({ name, title, description }: ProjectIdentity, others: readonly SourceFile[]): SourceFile {
  const taken = new Set(others.map(({ path }) => path.toLowerCase()));
  let stem = name;
  while (taken.has(`${stem}.mcp.yaml`)) stem += '-server';
  const server = new Map<string, Json>([
    ['name', name],
    ['title', title],
    ['description', description],
    ['version', '1.0.0'],
  ]);
  return {
    path: `${stem}.mcp.yaml`,
    content: `${schemaComment}\n${printDefinition(new Map([['server', server]]))}`,
  };
}
