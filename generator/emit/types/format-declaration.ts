import type { PrintedType } from './print-types.js';
import type { TokenTable } from './token-table.js';

/**
 * Makes an exported declaration of a printed type: with the types that were put aside in the places of their tokens,
 * indented, and with the texts of the definition. Texts come last, so that they cannot disturb what is done before.
 *
 * @param token The token of the declared name.
 * @param printed All printed types by token.
 * @param asideTokens Which of them were put aside.
 */
export function formatDeclaration(
  token: string,
  printed: ReadonlyMap<string, PrintedType>,
  asideTokens: ReadonlySet<string>,
  tokens: TokenTable,
): string {
  const { comment, kind, text } = findPrinted(token, printed);
  const insertAside = (type: string): string =>
    type.replace(/Token\d+X/g, (found) =>
      asideTokens.has(found) ? insertAside(findPrinted(found, printed).text) : found,
    );
  const head = kind === 'interface' ? `export interface ${token} ` : `export type ${token} = `;
  const lines = indentLines(`${head}${dropParentheses(insertAside(text))}`.split('\n'));
  if (kind === 'interface') lines.push(lines.pop()?.replace(/;$/, '') ?? '');
  return foldComments([...comment, ...lines].map((line) => restoreLine(line, tokens)).join('\n'));
}

function findPrinted(token: string, printed: ReadonlyMap<string, PrintedType>): PrintedType {
  const found = printed.get(token);
  if (found === undefined) throw new Error(`No type was printed for ${token}`);
  return found;
}

/** Comments are lines of their own and hold tokens only, so braces are all that counts. */
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
 * Takes the parentheses off that change nothing: those around all of what stands in a place, and those around what is
 * neither a union nor an intersection.
 */
function dropParentheses(type: string): string {
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

/** The text of a comment may have several lines: each continues the comment. */
function restoreLine(line: string, tokens: TokenTable): string {
  const restored = tokens.restore(line);
  if (!isComment(line)) return restored;
  const margin = /^\s*\*/.exec(line)?.[0] ?? '';
  return restored
    .split('\n')
    .map((part, index) => (index === 0 ? part : `${margin} ${part}`).trimEnd())
    .join('\n');
}

/** Puts comments of one line on one line. What follows `*` is text, so a `/**` that stands alone is none. */
function foldComments(declaration: string): string {
  return declaration.replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');
}
