import { listTokens, type SqlToken } from '../lex.js';
import { suggestColumn, suggestTable, listTables, type Catalog } from './catalog.js';
import type { StatementProblem } from './engine.js';
import type { StatementText } from './statement-text.js';

/** Why a database refuses a statement, read from its message. */
export interface Refusal {
  /**
   * `column`, `table`, `function`: a name that the database does not have. `near`: a syntax error at {@link name}; `end`:
   * one at the end of the text. `name`: another problem with a name. `blocked`: a write in a read-only transaction.
   */
  readonly kind: 'column' | 'table' | 'function' | 'near' | 'end' | 'name' | 'blocked' | 'lost' | 'other';
  readonly name?: string;
  /** Table in which a column was looked up. */
  readonly table?: string;
  /** Message of the database, without its name for the statement. */
  readonly message: string;
  /** Offset in the text with parameters. */
  readonly offset?: number;
}

/** Statement that the database refuses. */
export interface Refused {
  readonly product: string;
  readonly kind: 'sqlite' | 'mysql';
  readonly written: StatementText;
  readonly catalog: Catalog;
  /** Prepares another text, and returns why the database refuses it. */
  readonly probe: (text: string) => Promise<Refusal | undefined>;
}

/** Describes why a database refuses a statement, with the place that it does not tell. */
export async function describeRefusal(refusal: Refusal, refused: Refused): Promise<StatementProblem> {
  const { written, product, kind } = refused;
  const found = await findRefused(refusal, listTokens(written.text, kind), refused);
  const place = found && { place: written.toWritten(found.start, found.end) };
  if (refusal.kind === 'lost') return { code: 'sql-database', message: refusal.message };
  if (refusal.kind === 'column' || refusal.kind === 'table' || refusal.kind === 'function') {
    const message = `The database has no ${refusal.kind} \`${refusal.name ?? ''}\`.`;
    const help = suggestName(refusal, refused);
    return { code: 'sql-unknown-name', message, ...(help !== undefined && { help }), ...place };
  }
  const message = `${product} refuses the statement: ${withPlaceholders(refusal.message, written)}`;
  return { code: 'sql-syntax', message: message.endsWith('.') ? message : `${message}.`, ...place };
}

function withPlaceholders(message: string, { names }: StatementText): string {
  return message.replaceAll(/:p\d+/gu, (parameter) => {
    const name = names.get(parameter);
    return name === undefined ? parameter : `{{${name}}}`;
  });
}

function suggestName(refusal: Refusal, { written, kind, catalog }: Refused): string | undefined {
  const { name = '', table } = refusal;
  const last = name.split('.').at(-1) ?? '';
  let near: string | undefined;
  // Every short name is near to others.
  if (last.length < 3) return undefined;
  if (refusal.kind === 'table') near = suggestTable(last, catalog);
  if (refusal.kind === 'column') {
    const only = table === undefined ? undefined : catalog.tables.get(table.toLowerCase());
    near = suggestColumn(last, only ? [only] : listTables(listTokens(written.text, kind), catalog));
  }
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

async function findRefused(
  refusal: Refusal,
  tokens: readonly SqlToken[],
  refused: Refused,
): Promise<Range | undefined> {
  const { name, offset } = refusal;
  if (refusal.kind === 'end') return tokens.at(-1);
  if (offset !== undefined) return tokens.find(({ end }) => end > offset) ?? tokens.at(-1);
  if (name === undefined) return undefined;
  if (refusal.kind === 'near') return await findNear(name, tokens, refused);
  const ranges = findNames(name, tokens, refusal.kind);
  return ranges.length < 2 || refusal.kind !== 'column' ? ranges[0] : await findColumn(ranges, refusal, refused);
}

/** Finds where a syntax error is: the shortest beginning of the text that has it. */
async function findNear(name: string, tokens: readonly SqlToken[], refused: Refused): Promise<Range | undefined> {
  const { text } = refused.written;
  for (const { start } of tokens) {
    if (!text.startsWith(name, start)) continue;
    const end = start + name.length;
    const found = await refused.probe(text.slice(0, end));
    if (found?.kind === 'near' && found.name === name) return { start, end };
  }
  return undefined;
}

/** Finds the unknown one of several columns with the same name: the error stays if only this one is left. */
async function findColumn(ranges: readonly Range[], refusal: Refusal, refused: Refused): Promise<Range | undefined> {
  const isSame = (other: Refusal | undefined) => other?.kind === refusal.kind && other.name === refusal.name;
  for (const range of ranges) {
    const others = ranges.filter((other) => other !== range);
    if (isSame(await refused.probe(withNulls(refused.written.text, others)))) return range;
  }
  for (const range of ranges) {
    const other = await refused.probe(withNulls(refused.written.text, [range]));
    if (!isSame(other) && other?.kind !== 'near') return range;
  }
  return undefined;
}

function withNulls(text: string, ranges: readonly Range[]): string {
  let changed = text;
  for (const { start, end } of ranges.toReversed()) changed = `${changed.slice(0, start)}null${changed.slice(end)}`;
  return changed;
}

/** Finds the places of a name such as `orders.id`. A name without a dot has none before it. */
function findNames(name: string, tokens: readonly SqlToken[], kind: Refusal['kind']): readonly Range[] {
  const parts = name.toLowerCase().split('.');
  const ranges = tokens.flatMap((token, index) => {
    const run = tokens.slice(index, index + 2 * parts.length - 1);
    const isRun = run.length === 2 * parts.length - 1 && run.every(isPart(parts));
    const last = run.at(-1);
    if (!isRun || last === undefined || tokens[index - 1]?.text === '.') return [];
    const next = tokens[index + run.length]?.text ?? '';
    return [{ start: token.start, end: last.end, fits: fitsBefore(kind, next) }];
  });
  const fitting = ranges.filter(({ fits }) => fits);
  return fitting.length > 0 ? fitting : ranges;
}

/** Whether a name can stand before a symbol: a qualifier is no name of a column or table, and a function is called. */
function fitsBefore(kind: Refusal['kind'], next: string): boolean {
  if (kind === 'function') return next === '(';
  if (kind === 'table') return next !== '.';
  return kind === 'name' || (next !== '(' && next !== '.');
}

function isPart(parts: readonly string[]): (token: SqlToken, index: number) => boolean {
  return (token, index) => {
    if (index % 2 === 1) return token.kind === 'symbol' && token.text === '.';
    return (token.kind === 'word' || token.kind === 'name') && token.text.toLowerCase() === parts[index / 2];
  };
}
