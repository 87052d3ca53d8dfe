import { isWord, type SqlToken } from '../../lex.js';

/**
 * Whether a statement has an outer join and a subquery, view or `with` query among its tables. If the server merges one
 * into the query around it, columns that an outer join makes null can keep the flag that they are not null.
 */
export function joinsQueries(tokens: readonly SqlToken[], views: ReadonlySet<string>): boolean {
  const isOuter = tokens.some(
    (token, index) => isWord(token, 'left', 'right') && isWord(tokens[index + 1], 'join', 'outer'),
  );
  if (!isOuter) return false;
  if (isWord(tokens[0], 'with')) return true;
  return tokens.some((token, index) => {
    if (token.kind === 'name' || token.kind === 'word') return views.has(token.text.toLowerCase());
    return token.text === '(' && isWord(tokens[index + 1], 'select', 'with', 'values') && isTable(tokens, index);
  });
}

/** Whether the parenthesis at an index follows `from`, `join`, or a comma between tables. */
function isTable(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (isWord(before, 'from', 'join', 'straight_join', 'lateral') || before?.text === '(') return true;
  if (before?.text !== ',') return false;
  const depth = tokens[index]?.depth;
  const clause = tokens.slice(0, index).findLast((token) => token.depth === depth && isWord(token, ...clauses));
  return isWord(clause, 'from');
}

const clauses = ['select', 'from', 'where', 'group', 'having', 'order', 'set', 'values'];
