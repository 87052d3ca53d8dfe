import { listTokens } from '../../lex.js';
import { isWord } from '../check-text.js';
import { isQuery, mainVerb } from '../effects.js';
import type { ColumnKind, PreparedColumn } from '../engine.js';
import type { DescribedText, Description } from '../prepare-statement.js';
import type { Refusal } from '../refusal.js';
import { listItems } from '../select-items.js';
import { kindOfDeclared, kindOfExpression } from './column-kinds.js';
import type { ColumnSource, Database } from './driver.js';
import { findNotNull } from './find-not-null.js';
import { readRefusal } from './read-refusal.js';
import { tableOf, type SqliteCatalog } from './read-tables.js';

/** Prepares a text and describes its columns. */
export function describe(database: Database, catalog: SqliteCatalog, statement: DescribedText): Description | Refusal {
  const refused = checkBounds(statement) ?? prepare(database, statement.text);
  if (refused !== undefined) return refused;
  const { text, tokens, parameters } = statement;
  const sources = database.columns(text);
  const program = database.rows(`explain ${text}`, parameters === 0 ? undefined : nulls(parameters));
  // An `update` or `delete` of rows, a temporary table too, begins a transaction that writes.
  const reads = program.every((row) => row['opcode'] !== 'Transaction' || Number(row['p2']) === 0);
  const aggregates = program.some((row) => String(row['opcode']).startsWith('Agg'));
  const notNull = findNotNull(sources, tokens, catalog, aggregates);
  const arms = armsOf(database, statement);
  const items = arms.length === 1 ? listItems(tokens, sources.length) : [];
  const columns = sources.map((source, index): PreparedColumn => {
    const table = tableOf(source, catalog);
    const expression = source.type === null ? kindOfExpression(items[index]) : undefined;
    const kind = expression?.kind ?? kindOfDeclared(source.type);
    const isMixed = arms.length > 1 && !arms.every((arm) => isOfKind(kind, arm?.[index]));
    const isNullable = notNull[index] !== true && (expression?.isNullable ?? true);
    return {
      name: source.name,
      type: isMixed ? 'any' : (source.type ?? typeNames[kind] ?? kind),
      kind: isMixed ? 'any' : kind,
      isNullable,
      ...(table && arms.length === 1 && { origin: `${table.name}.${source.column}` }),
    };
  });
  return { columns, reads };
}

function isOfKind(kind: ColumnKind, source: ColumnSource | undefined): boolean {
  return source !== undefined && source.type !== null && kindOfDeclared(source.type) === kind;
}

const typeNames: { readonly [kind: string]: string } = { number: 'real', bytes: 'blob' };

/** Prepares a text, and returns why SQLite refuses it. */
export function prepare(database: Database, text: string): Refusal | undefined {
  try {
    database.columns(text);
    return undefined;
  } catch (error) {
    return readRefusal(error);
  }
}

function nulls(parameters: number): Readonly<Record<string, null>> {
  return Object.fromEntries(Array.from({ length: parameters }, (_, index) => [`p${index + 1}`, null]));
}

/** Refuses a limit of an `update` or `delete`, which only `better-sqlite3` accepts. */
function checkBounds({ tokens }: DescribedText): Refusal | undefined {
  if (!['update', 'delete'].includes(mainVerb(tokens))) return undefined;
  const bound = tokens.find((token) => token.depth === 0 && isWord(token, 'limit', 'order'));
  if (bound === undefined) return undefined;
  return { kind: 'near', message: `near "${bound.text}": syntax error`, name: bound.text, offset: bound.start };
}

/**
 * Returns the columns of the queries that `union`, `intersect` or `except` combine: SQLite reports those of the first.
 * `undefined` for one that cannot be prepared alone.
 */
function armsOf(database: Database, { text, tokens }: DescribedText): readonly (readonly ColumnSource[] | undefined)[] {
  const isCombined = (index: number) => tokens[index]?.depth === 0 && isWord(tokens[index], ...combining);
  if (!isQuery(mainVerb(tokens)) || !tokens.some((_, index) => isCombined(index))) return [undefined];
  const first = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'select', 'values'));
  const prefix = text.slice(0, tokens[first]?.start);
  const starts = tokens.flatMap((token, index) => (isCombined(index) ? [token] : []));
  const begins = [tokens[first]?.start ?? 0, ...starts.map(({ end }) => end)];
  return begins.map((begin, index) => {
    const arm = text.slice(begin, starts[index]?.start).replace(/^\s*all\b/iu, '');
    try {
      return listTokens(arm, 'sqlite').length === 0 ? undefined : database.columns(prefix + arm);
    } catch {
      return undefined;
    }
  });
}

const combining = ['union', 'intersect', 'except'];
