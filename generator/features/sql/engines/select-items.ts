import { isSymbol, isWord, type SqlToken } from '../lex.js';
import { findCommand } from './effects.js';

/** Tokens of the expression of a column, with its name; `undefined` for a column of `*`. */
export type SelectItem = readonly SqlToken[] | undefined;

/**
 * Returns the expressions by column in the list after `select` or `returning`; `[]` if they cannot be told apart, such as
 * in a statement with two `*`.
 */
export function listItems(tokens: readonly SqlToken[], columns: number): readonly SelectItem[] {
  const command = findCommand(tokens);
  const begin = isWord(command, 'select')
    ? command
    : tokens.findLast((token) => token.depth === command?.depth && isWord(token, 'returning'));
  if (begin === undefined) return [];
  const start = tokens.indexOf(begin) + 1;
  const list = tokens.slice(start + (isWord(tokens[start], 'distinct', 'all') ? 1 : 0));
  const items: SqlToken[][] = [[]];
  for (const token of list.slice(0, selectEnd(list, begin.depth))) {
    if (isSymbol(token, ',') && token.depth === begin.depth) items.push([]);
    else items.at(-1)?.push(token);
  }
  const isStar = (item: readonly SqlToken[]) => isSymbol(item.at(-1), '*');
  const stars = items.filter(isStar).length;
  const rest = columns - items.length + stars;
  if (stars > 1 || rest < stars || (stars === 0 && rest !== 0)) return [];
  return items.flatMap((item): readonly SelectItem[] =>
    isStar(item) ? Array.from({ length: rest }, () => undefined) : [item],
  );
}

/** Returns the index after the select list with which tokens begin. */
export function selectEnd(tokens: readonly SqlToken[], depth = 0): number {
  const end = tokens.findIndex((token, index) => {
    if (token.depth < depth || (token.depth === depth && depth > 0 && isSymbol(token, ')'))) return true;
    if (token.depth !== depth) return false;
    const before = tokens[index - 1];
    if (isWord(token, 'from')) return !isWord(before, 'distinct');
    // Some databases allow such a word as the name of a column.
    return isWord(token, ...afterList) && before !== undefined && !isSymbol(before, ',', '.');
  });
  return end === -1 ? tokens.length : end;
}

const afterList = 'where group having window union intersect except order limit offset fetch for into'.split(' ');
