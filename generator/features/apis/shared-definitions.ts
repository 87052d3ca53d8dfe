import { digestTexts } from '../../core/code/digest-texts.js';
import { stringLiteral } from '../../core/code/escape.js';

/** Definitions that several schemas of an operation index contain, with expressions that refer to them. */
export interface SharedDefinitions {
  /** Shared definitions, `"<wire name>":<schema>`, by their names in expressions. */
  readonly texts: ReadonlyMap<string, string>;
  /** Returns an expression for the JSON text of one of the schemas. */
  printText(json: string): PrintedText;
}

/** Expression for a string. */
interface PrintedText {
  readonly expression: string;
  /** Whether the expression calls `pickDefinitions` with the names of shared definitions. */
  readonly isSharing: boolean;
}

/**
 * Finds definitions that occur in the `$defs` of several schemas.
 *
 * @param schemas JSON of descriptor fields. It is printed unchanged unless `$defs` is the last member.
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

/** Returns the wire name of a definition, with a digest if another definition has the same name. */
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

/** JSON of a schema up to its `$defs`, and the definitions with their names. The JSON ends with `}}`. */
interface SplitText {
  readonly before: string;
  readonly definitions: readonly string[];
}

const openings = /,"(?:\$defs|definitions)":\{/gu;

/** Splits the JSON of a schema; `undefined` if its last member is not `$defs` or `definitions`. */
function splitDefinitions(json: string): SplitText | undefined {
  let read = 0;
  // Quotes inside strings are escaped, so a match is always a member key.
  for (const { index, 0: opening } of json.matchAll(openings)) {
    // If the enclosing object ends too early, nested objects do too.
    if (index < read) continue;
    const start = index + opening.length;
    const { members, end } = splitMembers(json, start);
    if (end === json.length - 2) return { before: json.slice(0, start), definitions: members };
    read = end;
  }
  return undefined;
}

/** Splits an object, starting at its first member, and returns the offset of its closing brace. */
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
