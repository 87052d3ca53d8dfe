import { isWord, listTokens, type SqlToken } from '../../lex.js';
import { kindOfDeclared } from './column-kinds.js';
import type { ColumnSource, Database } from './driver.js';
import type { SqliteCatalog } from './read-tables.js';

/**
 * Whether queries that `union`, `intersect` or `except` combine have columns of different types: SQLite reports the
 * type of one of them. Looks into subqueries and views too.
 */
export function hasMixedColumns(
  database: Database,
  catalog: SqliteCatalog,
  text: string,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const tokens = listTokens(text, 'sqlite');
  if (listCompounds(tokens).some((arms) => isMixed(database, text, tokens, arms))) return true;
  const names = tokens.map((token) => (token.kind === 'string' ? token.text.slice(1, -1) : token.text).toLowerCase());
  return [...new Set(names)].some((name) => {
    const view = catalog.views.get(name);
    return view !== undefined && !seen.has(name) && hasMixedColumns(database, catalog, view, new Set([...seen, name]));
  });
}

type Arm = readonly SqlToken[];

/** Lists the combined queries, also those in parentheses. */
function listCompounds(tokens: readonly SqlToken[]): readonly (readonly Arm[])[] {
  const inner = tokens.flatMap((token, index) => {
    if (token.kind !== 'symbol' || token.text !== '(') return [];
    const close = tokens.findIndex((other, at) => at > index && other.text === ')' && other.depth === token.depth);
    return [splitArms(tokens.slice(index + 1, close === -1 ? undefined : close))];
  });
  const outer = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'select', 'values'));
  return [splitArms(tokens.slice(Math.max(0, outer))), ...inner].filter(({ length }) => length > 1);
}

function splitArms(tokens: readonly SqlToken[]): readonly Arm[] {
  const depth = tokens[0]?.depth;
  const arms: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && isWord(token, 'union', 'intersect', 'except')) arms.push([]);
    else if (arms.at(-1)?.length !== 0 || !isWord(token, 'all')) arms.at(-1)?.push(token);
  }
  return arms;
}

/** Whether combined queries have different types. They are prepared one by one, with the queries of `with`. */
function isMixed(database: Database, text: string, tokens: readonly SqlToken[], arms: readonly Arm[]): boolean {
  const main = tokens.find((token) => token.depth === 0 && isWord(token, 'select', 'values'));
  const prefix = isWord(tokens[0], 'with') ? text.slice(tokens[0]?.start, main?.start) : '';
  const kinds = arms.map((arm) => {
    const [first, last] = [arm[0], arm.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const sources = tryColumns(database, `${prefix}\n${text.slice(first.start, last.end)}`);
    return sources?.map(({ type }) => (type === null ? '' : kindOfDeclared(type))).join();
  });
  return kinds.includes(undefined) || new Set(kinds).size > 1;
}

function tryColumns(database: Database, text: string): readonly ColumnSource[] | undefined {
  try {
    return database.columns(text);
  } catch {
    return undefined;
  }
}
