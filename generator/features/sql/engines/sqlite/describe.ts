import { isWord } from '../../lex.js';
import { mainVerb } from '../effects.js';
import type { PreparedColumn } from '../engine.js';
import type { DescribedText, Description } from '../prepare-statement.js';
import type { Refusal } from '../refusal.js';
import { listItems } from '../select-items.js';
import { kindOfDeclared, kindOfExpression } from './column-kinds.js';
import type { Database } from './driver.js';
import { findNotNull } from './find-not-null.js';
import { hasMixedColumns } from './has-mixed-columns.js';
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
  const items = listItems(tokens, sources.length);
  const isCompound = tokens.some((token) => token.depth === 0 && isWord(token, 'union', 'intersect', 'except'));
  const mixed = hasMixedColumns(database, catalog, text);
  const columns = sources.map((source, index): PreparedColumn => {
    const table = isCompound || mixed ? undefined : tableOf(source, catalog);
    const expression = source.type === null && !isCompound ? kindOfExpression(items[index]) : undefined;
    const kind = expression?.kind ?? (mixed ? 'any' : kindOfDeclared(source.type));
    return {
      name: source.name,
      type: mixed ? 'any' : (source.type ?? typeNames[kind] ?? kind),
      kind,
      isNullable: notNull[index] !== true && (expression?.isNullable ?? true),
      ...(table && { origin: `${table.name}.${source.column}` }),
    };
  });
  return { columns, reads };
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
