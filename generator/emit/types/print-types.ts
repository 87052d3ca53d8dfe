import { compile } from 'json-schema-to-typescript';
import type { LoweredObject, LoweredSchema } from './lowered-schema.js';
import { createSharing } from './share-lowered.js';

/** A lowered type and the token that it is declared as. */
export interface NamedType {
  readonly token: string;
  readonly lowered: LoweredSchema;
}

/** A declaration as the library prints it: with tokens, unindented. */
export interface PrintedType {
  /** Lines of the comment; empty when there is none. */
  readonly comment: readonly string[];
  readonly kind: 'interface' | 'type';
  /** What stands after `interface Name ` or `type Name = `. */
  readonly text: string;
}

/**
 * Prints types with one run of json-schema-to-typescript. Nothing is read from files or the network.
 *
 * @returns The declarations by token.
 * @throws When one of the types is too much for the library, such as one that is nested hundreds of levels deep.
 */
export async function printTypes(types: readonly NamedType[]): Promise<ReadonlyMap<string, PrintedType>> {
  const share = createSharing();
  const bundle: LoweredObject = {
    type: 'object',
    properties: Object.fromEntries(types.map(({ token, lowered }) => [token, { ...share(lowered), title: token }])),
    required: [],
    additionalProperties: false,
  };
  const code = await compile(bundle, 'Bundle', {
    $refOptions: { resolve: { external: false, file: false, http: false } },
    bannerComment: '',
    format: false,
  });
  return splitDeclarations(code);
}

const declarationStart = /^export (interface|type) (\w+) (?:= )?/;

function splitDeclarations(code: string): Map<string, PrintedType> {
  const printed = new Map<string, PrintedType>();
  let comment: string[] = [];
  let depth = 0;
  let open: string[] = [];
  for (const line of code.split('\n')) {
    if (depth === 0 && !declarationStart.test(line)) {
      if (/^(\/\*\*| \*)/.test(line)) comment.push(line);
      continue;
    }
    open.push(line);
    depth += countBraces(line);
    if (depth > 0) continue;
    const text = open.join('\n');
    const [start = '', kind, token = ''] = declarationStart.exec(text) ?? [];
    printed.set(token, { comment, kind: kind === 'interface' ? kind : 'type', text: text.slice(start.length) });
    comment = [];
    open = [];
  }
  return printed;
}

function countBraces(line: string): number {
  return line.split('{').length - line.split('}').length;
}
