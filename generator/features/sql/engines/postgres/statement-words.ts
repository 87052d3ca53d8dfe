import type { Token } from './tokens.js';

const commands: ReadonlySet<string> = new Set(['select', 'values', 'table', 'insert', 'update', 'delete', 'merge']);

/** Whether a statement has a word outside of strings and quoted names. */
export function hasWord(tokens: readonly Token[], word: string): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && text === word);
}

/** Finds the word of the main command, after `with` and its queries. */
export function findCommand(tokens: readonly Token[]): Token | undefined {
  return tokens.find(({ kind, text, depth }, index) => {
    if (kind !== 'word' || !commands.has(text)) return false;
    const before = tokens.slice(0, index);
    // The statement, or its first part, is in parentheses.
    if (before.every((token) => token.text === '(')) return true;
    return depth === 0 && !/^(?:with|recursive|,)$/u.test(tokens[index - 1]?.text ?? '');
  });
}

/** Whether rows of a statement can be limited by a clause at its end. */
export function isQuery(tokens: readonly Token[]): boolean {
  return /^(?:select|values|table)$/u.test(findCommand(tokens)?.text ?? '');
}

/** Finds the word `into` of `select … into <table>`. */
export function findSelectInto(tokens: readonly Token[]): Token | undefined {
  const command = findCommand(tokens);
  if (command?.text !== 'select') return undefined;
  const isEnd = (token: Token): boolean => token.kind === 'word' && token.text === 'from';
  const inside = tokens.filter((token) => token.start > command.start && token.depth === command.depth);
  const end = inside.findIndex(isEnd);
  return inside.slice(0, end < 0 ? undefined : end).find(({ kind, text }) => kind === 'word' && text === 'into');
}

/**
 * Finds the places of the columns of a result: the items of the list after `select` or `returning`. `undefined` if their
 * number differs, as with `*`.
 */
export function findColumns(
  tokens: readonly Token[],
  count: number,
): readonly { start: number; end: number }[] | undefined {
  const command = findCommand(tokens);
  if (!command) return undefined;
  const isList = (token: Token): boolean =>
    token.kind === 'word' && token.text === 'returning' && token.depth === command.depth;
  const begin = command.text === 'select' ? command : tokens.findLast(isList);
  if (!begin) return undefined;
  const items: Token[][] = [[]];
  for (const token of tokens.filter(({ start }) => start > begin.start)) {
    const isLevel = token.depth === begin.depth;
    if (token.depth < begin.depth || (isLevel && token.text === ')' && begin.depth > 0)) break;
    if (isLevel && token.kind === 'word' && ends.has(token.text)) break;
    if (isLevel && token.kind === 'mark' && token.text === ',') items.push([]);
    else items.at(-1)?.push(token);
  }
  if (/^(?:distinct|all)$/u.test(items[0]?.[0]?.text ?? '')) items[0]?.splice(0, 1);
  const places = items.flatMap((item) => {
    const [first, last] = [item[0], item.at(-1)];
    return first && last ? [{ start: first.start, end: last.end }] : [];
  });
  const hasStar = items.some((item) => item.at(-1)?.text === '*' && item.length <= 3);
  return places.length === count && !hasStar ? places : undefined;
}

const ends: ReadonlySet<string> = new Set(
  'from where group having window union intersect except order limit offset fetch for into'.split(' '),
);
