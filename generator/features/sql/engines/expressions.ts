import { isSymbol, isWord, type SqlToken } from '../lex.js';

/** Whether tokens are `name(…)`, or a window function: `name(…) over (…)`. */
export function isCall(tokens: readonly SqlToken[]): boolean {
  const [name, open] = tokens;
  if (name?.kind !== 'word' || open?.text !== '(') return false;
  const close = closing(tokens, 1);
  if (close === tokens.length - 1) return true;
  if (isWord(tokens[close + 1], 'filter')) {
    const end = closing(tokens, close + 2);
    return end === tokens.length - 1 || isOver(tokens, end + 1);
  }
  return isOver(tokens, close + 1);
}

function isOver(tokens: readonly SqlToken[], index: number): boolean {
  if (!isWord(tokens[index], 'over')) return false;
  return index + 2 === tokens.length || closing(tokens, index + 1) === tokens.length - 1;
}

/** Returns the index of the parenthesis or bracket that closes the one at an index; -1 without one. */
export function closing(tokens: readonly SqlToken[], open: number): number {
  const depth = tokens[open]?.depth;
  if (!isSymbol(tokens[open], '(', '[')) return -1;
  return tokens.findIndex((token, index) => index > open && token.depth === depth && isSymbol(token, ')', ']'));
}

/** Returns the tokens of an expression in a select list without the name of the column. */
export function withoutAlias(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const last = tokens.at(-1);
  if (tokens.length < 2 || last === undefined || last.kind === 'symbol' || last.kind === 'number') return tokens;
  const before = tokens.at(-2);
  if (isWord(before, 'as') && last.depth === tokens[0]?.depth) return tokens.slice(0, -2);
  const isEnd = before?.text === ')' || before?.kind === 'number' || before?.kind === 'string';
  return (isEnd || isWord(before, 'null', 'end')) && !isWord(last, 'end') ? tokens.slice(0, -1) : tokens;
}
