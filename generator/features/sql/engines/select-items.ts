import type { SqlToken } from '../lex.js';
import { isWord } from './check-text.js';

/** Tokens of the expression of a column, with its name; `undefined` for a column of `*`. */
export type SelectItem = readonly SqlToken[] | undefined;

/**
 * Returns the expressions of a select list by column; `[]` if they cannot be told apart, such as in a statement with
 * two `*`, or in one that does not begin with `select`.
 */
export function listItems(tokens: readonly SqlToken[], columns: number): readonly SelectItem[] {
  const select = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'select'));
  if (select === -1 || !isWord(tokens[0], 'select', 'with')) return [];
  const list = tokens.slice(select + (isWord(tokens[select + 1], 'distinct', 'all') ? 2 : 1));
  const items: SqlToken[][] = [[]];
  for (const token of list.slice(0, selectEnd(list))) {
    if (token.kind === 'symbol' && token.text === ',' && token.depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  const isStar = (item: readonly SqlToken[]) => item.at(-1)?.text === '*' && item.at(-1)?.kind === 'symbol';
  const stars = items.filter(isStar).length;
  const rest = columns - items.length + stars;
  if (stars > 1 || rest < stars || (stars === 0 && rest !== 0)) return [];
  return items.flatMap((item): readonly SelectItem[] =>
    isStar(item) ? Array.from({ length: rest }, () => undefined) : [item],
  );
}

/** Returns the index after the select list with which tokens begin. */
export function selectEnd(tokens: readonly SqlToken[]): number {
  const end = tokens.findIndex((token, index) => {
    if (token.depth !== 0) return false;
    if (isWord(token, 'from')) return !isWord(tokens[index - 1], 'distinct');
    return isWord(token, ...afterList);
  });
  return end === -1 ? tokens.length : end;
}

const afterList = ['where', 'group', 'having', 'order', 'limit', 'union', 'intersect', 'except'];
