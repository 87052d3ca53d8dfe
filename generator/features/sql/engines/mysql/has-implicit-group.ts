import { isWord, type SqlToken } from '../../lex.js';
import { closing } from '../expressions.js';

/**
 * Whether a query, or one inside it, has aggregates next to columns, but no `group by`. If it finds no rows, it has a
 * row anyway, in which these columns are null, although the server calls them not null.
 */
export function hasImplicitGroup(tokens: readonly SqlToken[]): boolean {
  const queries = splitQueries(tokens);
  const aggregating = queries.map((query) => query.some((_, index) => isAggregate(query, index)));
  return queries.some((query, index) => {
    const isGrouped = query.some((token, at) => isWord(token, 'group') && isWord(query[at + 1], 'by'));
    return !isGrouped && (aggregating[index] === true || hasOuterAggregate(queries, query)) && listsColumns(query);
  });
}

/** Splits a statement into its queries. The tokens of a query do not contain those of the queries in it. */
function splitQueries(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] {
  interface Query {
    readonly tokens: SqlToken[];
    readonly depth: number;
  }
  const queries: Query[] = [{ tokens: [], depth: 0 }];
  const open: Query[] = [...queries];
  for (const [index, token] of tokens.entries()) {
    if (token.text === ')' && token.depth < (open.at(-1)?.depth ?? 0)) open.pop();
    if (token.depth === open.at(-1)?.depth && isWord(token, 'union', 'intersect', 'except')) {
      open.pop();
      open.push(begin(token.depth));
      continue;
    }
    open.at(-1)?.tokens.push(token);
    if (token.text === '(' && isWord(tokens[index + 1], 'select', 'with', 'values')) open.push(begin(token.depth + 1));
  }
  return queries.map((query) => query.tokens);

  function begin(depth: number): Query {
    const query = { tokens: [], depth };
    queries.push(query);
    return query;
  }
}

const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'group_concat', 'json_arrayagg', 'json_objectagg'];
const statistics = ['bit_and', 'bit_or', 'bit_xor', 'std', 'stddev', 'stddev_pop', 'stddev_samp'];
const variances = ['variance', 'var_pop', 'var_samp', 'any_value', 'st_collect'];

/** Whether a token is the name of an aggregate function that is called, and not as a window function. */
function isAggregate(query: readonly SqlToken[], index: number): boolean {
  if (!isWord(query[index], ...aggregates, ...statistics, ...variances) || query[index + 1]?.text !== '(') return false;
  return !isWord(query[closing(query, index + 1) + 1], 'over');
}

/** Whether another query aggregates columns that it does not have itself: the outer query aggregates then. */
function hasOuterAggregate(queries: readonly (readonly SqlToken[])[], outer: readonly SqlToken[]): boolean {
  return queries.some((query) => {
    if (query === outer) return false;
    const from = query.findIndex((token) => isWord(token, 'from'));
    const sources = new Set((from === -1 ? [] : query.slice(from)).map(({ text }) => text.toLowerCase()));
    return query.some((_, index) => {
      if (!isAggregate(query, index)) return false;
      const content = query.slice(index + 2, closing(query, index + 1));
      const isOuter = (at: number) =>
        content[at + 1]?.text === '.' && !sources.has(content[at]?.text.toLowerCase() ?? '');
      return (
        (from === -1 && content.some(({ kind }) => kind === 'word' || kind === 'name')) ||
        content.some((_, at) => isOuter(at))
      );
    });
  });
}

/** Whether the select list of a query contains columns outside of aggregates. */
function listsColumns(query: readonly SqlToken[]): boolean {
  const start = query.findIndex((token) => isWord(token, 'select'));
  if (start === -1) return false;
  const depth = query[start]?.depth;
  const end = query.findIndex((token, index) => index > start && token.depth === depth && isWord(token, ...afterList));
  const list = query.slice(start + 1, end === -1 ? undefined : end);
  let inside = -1;
  return list.some((token, index) => {
    if (index <= inside) return false;
    if (isAggregate(list, index)) inside = closing(list, index + 1);
    if (index <= inside) return false;
    if (token.text === '*' && token.kind === 'symbol') return isStar(list, index);
    return (token.kind === 'word' || token.kind === 'name') && !isOther(list, index, depth);
  });
}

const afterList = ['from', 'where', 'having', 'order', 'limit', 'window', 'procedure'];

/** Whether `*` stands for columns. */
function isStar(list: readonly SqlToken[], index: number): boolean {
  const before = list[index - 1];
  return before === undefined || before.text === ',' || before.text === '.';
}

/** Whether a word is no column: a keyword, a function, or the name of a column of the result. */
function isOther(list: readonly SqlToken[], index: number, depth: number | undefined): boolean {
  const [before, token, after] = [list[index - 1], list[index], list[index + 1]];
  if (isWord(token, ...keywords) || after?.text === '(' || isWord(before, 'as')) return true;
  const endsExpression =
    before?.text === ')' || before?.kind === 'number' || before?.kind === 'string' || isWord(before, 'end');
  return token?.depth === depth && endsExpression && (after === undefined || after.text === ',');
}

const keywords =
  'as distinct all null true false case when then else end and or not is in like between div mod exists interval over partition by order asc desc'.split(
    ' ',
  );
