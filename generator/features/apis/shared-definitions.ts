import { digestTexts } from '../../core/code/digest-texts.js';
import { stringLiteral } from '../../core/code/escape.js';

/** Definitions that several schemas of an operation index contain, and expressions that refer to them. */
export interface SharedDefinitions {
  /** The shared definitions by the names that expressions use: `"<wire name>":<schema>`. */
  readonly texts: ReadonlyMap<string, string>;
  /** An expression for the JSON text of one of the schemas. */
  printText(json: string): PrintedText;
}

/** Expression for a text. */
interface PrintedText {
  readonly expression: string;
  /** Whether the expression calls `pickDefinitions` with names of shared definitions. */
  readonly isSharing: boolean;
}

/**
 * Finds the definitions that several schemas have in their `$defs`.
 *
 * @param schemas JSON texts of descriptor fields; those without `$defs` as last member are printed as they are.
 */
export function shareDefinitions(schemas: readonly string[]): SharedDefinitions {
  const counts = new Map<string, number>();
  for (const json of schemas) {
    for (const text of splitDefinitions(json)?.definitions ?? []) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = new Map<string, string>();
  for (const [text, count] of counts) if (count > 1) texts.set(chooseName(text, texts), text);
  const names = new Map([...texts].map(([name, text]) => [text, name]));
  return { texts, printText: (json) => printText(json, names) };
}

/** The wire name of a definition, with a digest when another definition has that name. */
function chooseName(text: string, taken: ReadonlyMap<string, string>): string {
  const name = JSON.parse(/^"(?:[^"\\]|\\.)*"/u.exec(text)?.[0] ?? '""') as string;
  return taken.has(name) ? `${name} ${digestTexts([text]).slice(0, 8)}` : name;
}

function printText(json: string, names: ReadonlyMap<string, string>): PrintedText {
  const { before, definitions } = splitDefinitions(json) ?? { before: json, definitions: [] };
  const pieces: string[] = [];
  let text = before;
  let picked: string[] = [];
  const endPicked = (): void => {
    if (picked.length > 0) pieces.push(stringLiteral(text), `pickDefinitions(${picked.join(', ')})`);
    if (picked.length > 0) text = '';
    picked = [];
  };
  for (const [index, definition] of definitions.entries()) {
    const name = names.get(definition);
    if (name === undefined || picked.length === 0) {
      endPicked();
      if (index > 0) text += ',';
    }
    if (name === undefined) text += definition;
    else picked.push(stringLiteral(name));
  }
  endPicked();
  pieces.push(stringLiteral(definitions.length > 0 ? `${text}}}` : text));
  return { expression: pieces.join(' + '), isSharing: pieces.length > 1 };
}

/** A schema before the definitions in its `$defs`, and each of them with its name. The text ends with `}}`. */
interface SplitText {
  readonly before: string;
  readonly definitions: readonly string[];
}

const openings = /,"(?:\$defs|definitions)":\{/gu;

/** Splits the JSON text of a schema; `undefined` when its last member is not `$defs` or `definitions`. */
function splitDefinitions(json: string): SplitText | undefined {
  let read = 0;
  // Quotes in strings are escaped, so a match is the key of a member.
  for (const { index, 0: opening } of json.matchAll(openings)) {
    // An object in one that ends earlier ends earlier, too.
    if (index < read) continue;
    const start = index + opening.length;
    const { members, end } = splitMembers(json, start);
    if (end === json.length - 2) return { before: json.slice(0, start), definitions: members };
    read = end;
  }
  return undefined;
}

/** Splits an object, from the offset of its first member, and gives the offset of its closing brace. */
function splitMembers(json: string, start: number): { readonly members: readonly string[]; readonly end: number } {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^"{}[\],]+/uy;
  tokens.lastIndex = start;
  const members: string[] = [];
  let from = start;
  let depth = 0;
  for (let token = tokens.exec(json); token !== null; token = tokens.exec(json)) {
    const [sign] = token;
    if (sign === '{' || sign === '[') depth += 1;
    const isEnd = depth === 0 && sign === '}';
    if (isEnd || (depth === 0 && sign === ',')) {
      members.push(json.slice(from, token.index));
      from = token.index + 1;
    }
    if (isEnd) return { members, end: token.index };
    if (sign === '}' || sign === ']') depth -= 1;
  }
  return { members, end: json.length };
}
