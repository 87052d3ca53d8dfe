import { compile } from 'json-schema-to-typescript';
import type { TokenTable, TypeReader, TypeSchema } from './type-schema.js';

/** Declaration printed by json-schema-to-typescript, with tokens and without indentation. */
interface PrintedType {
  /** Comment lines; empty if there is no comment. */
  readonly comment: readonly string[];
  readonly kind: 'interface' | 'type';
  /** Source after `interface Name ` or `type Name = `. */
  readonly text: string;
}

/** Formatted exported declaration, including the strings from the definition. */
export interface Declaration {
  readonly text: string;
  /** Declaration for clients, if it differs: the type has defaults that are filled in, or is for clients only. */
  readonly clientText?: string;
}

/**
 * Prints exported declarations in a single run of json-schema-to-typescript. Accesses neither files nor the network.
 * @param types Types, keyed by the token for their name.
 * @param forClients Tokens of the types that are declared for clients in any case.
 * @returns The declarations, in the order of `types`.
 */
export async function printDeclarations(
  types: ReadonlyMap<string, TypeSchema>,
  tokens: TokenTable,
  forClients: ReadonlySet<string>,
): Promise<readonly Declaration[]> {
  const properties = [...types, ...tokens.asides].map(([token, type]) => [token, { ...type, title: token }] as const);
  const bundle = {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    required: [],
    additionalProperties: false,
  };
  const code = await compile(shareEqualParts(bundle), 'Bundle', {
    $refOptions: { resolve: { external: false, file: false, http: false } },
    bannerComment: '',
    format: false,
  });
  const printed = splitDeclarations(code);
  return [...types.keys()].map((token) => {
    const lines = formatDeclaration(token, printed, tokens);
    const restore = (reader: TypeReader) =>
      foldComments(lines.map((line) => restoreLine(line, tokens, reader)).join('\n'));
    const isForClients = forClients.has(token) || tokens.isFilled(lines.join('\n'));
    return { text: restore('handler'), ...(isForClients && { clientText: restore('client') }) };
  });
}

/**
 * Replaces equal parts with one shared object, which the library visits only once. This halves the library's run time for large servers.
 */
function shareEqualParts<Bundle extends object>(bundle: Bundle): Bundle {
  const parts = new Map<string, unknown>();
  return JSON.parse(JSON.stringify(bundle), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    if (!parts.has(text)) parts.set(text, value);
    return parts.get(text);
  }) as Bundle;
}

const declarationStart = /^export (interface|type) (\w+) (?:= )?/;

function splitDeclarations(code: string): ReadonlyMap<string, PrintedType> {
  const printed = new Map<string, PrintedType>();
  let comment: string[] = [];
  let depth = 0;
  let open: string[] = [];
  for (const line of code.split('\n')) {
    if (depth === 0 && !declarationStart.test(line)) {
      if (isComment(line)) comment.push(line);
      continue;
    }
    open.push(line);
    depth += line.split('{').length - line.split('}').length;
    if (depth > 0) continue;
    const text = open.join('\n');
    const [start = '', kind, token = ''] = declarationStart.exec(text) ?? [];
    printed.set(token, { comment, kind: kind === 'interface' ? kind : 'type', text: text.slice(start.length) });
    comment = [];
    open = [];
  }
  return printed;
}

/**
 * Inserts the types that were printed separately, and indents the lines. Strings from the definition are inserted
 * later, so that they cannot interfere.
 */
function formatDeclaration(
  token: string,
  printed: ReadonlyMap<string, PrintedType>,
  tokens: TokenTable,
): readonly string[] {
  const { comment, kind, text } = findPrinted(token, printed);
  const insertAside = (type: string): string =>
    type.replace(/Token\d+X/g, (found) =>
      tokens.asides.has(found) ? insertAside(findPrinted(found, printed).text) : found,
    );
  const head = kind === 'interface' ? `export interface ${token} ` : `export type ${token} = `;
  const lines = indentLines(`${head}${dropParentheses(insertAside(text))}`.split('\n'));
  if (kind === 'interface') lines.push(lines.pop()?.replace(/;$/, '') ?? '');
  return [...comment, ...lines];
}

function findPrinted(token: string, printed: ReadonlyMap<string, PrintedType>): PrintedType {
  const found = printed.get(token);
  if (found === undefined) throw new Error(`No type was printed for ${token}`);
  return found;
}

/** Indents lines according to braces. Comments are separate lines and contain only tokens. */
function indentLines(lines: readonly string[]): string[] {
  let depth = 0;
  return lines.map((line) => {
    if (line.startsWith('}')) depth -= 1;
    const indented = '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth += 1;
    return isComment(line) || line.endsWith('{') ? indented : `${indented};`;
  });
}

function isComment(line: string): boolean {
  return /^\s*(\/\*\*|\*)/.test(line);
}

/**
 * Removes redundant parentheses from a printed type: around a whole type, and around any type that is neither a union nor an intersection.
 */
function dropParentheses(type: string): string {
  if (!type.includes('(')) return type;
  const dropped = new Set<number>();
  const open: { readonly start: number; isCompound: boolean }[] = [];
  for (let index = 0; index < type.length; index += 1) {
    const character = type.charAt(index);
    const innermost = open.at(-1);
    if (character === ' ' && innermost) innermost.isCompound = true;
    if ('([{'.includes(character)) open.push({ start: index, isCompound: false });
    if (!')]}'.includes(character)) continue;
    open.pop();
    if (character !== ')' || !innermost) continue;
    const isWhole =
      /(^|[[:,] ?)$/.test(type.slice(0, innermost.start).slice(-2)) && /^[\],\n]?$/.test(type.charAt(index + 1));
    if (isWhole || !innermost.isCompound) dropped.add(innermost.start).add(index);
  }
  return type
    .split('')
    .filter((_, index) => !dropped.has(index))
    .join('');
}

/**
 * Replaces the tokens in a line with the strings that they represent. Each line of multiline text in a comment gets the
 * comment's margin.
 */
function restoreLine(line: string, tokens: TokenTable, reader: TypeReader): string {
  const restored = tokens.restore(line, reader);
  if (!isComment(line)) return restored;
  const margin = /^\s*\*/.exec(line)?.[0] ?? '';
  return restored
    .split('\n')
    .map((part, index) => (index === 0 ? part : `${margin} ${part}`).trimEnd())
    .join('\n');
}

/** Turns multiline comments that contain only one line of text into single-line comments. `/**` appears on its own line only in comments. */
function foldComments(declaration: string): string {
  return declaration.replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');
}
