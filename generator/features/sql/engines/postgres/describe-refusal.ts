import { suggest } from '../../../../core/diagnostics/suggest.js';
import type { StatementProblem } from '../engine.js';
import type { Catalog, KnownColumn } from './catalog.js';
import { sourcePlace, type RenderedText } from './rendered-text.js';
import type { RefusedError } from './session.js';
import { nameOf, type Token } from './tokens.js';

/** Statement that is prepared. */
export interface RefusedStatement {
  readonly rendered: RenderedText;
  /** Tokens of the statement as written. */
  readonly tokens: readonly Token[];
  /** Arguments in the order of the database's parameters. */
  readonly names: readonly string[];
}

/** Finds the token at the place of an error; the last one for an error at the end. */
export function findToken({ rendered, tokens }: RefusedStatement, error: RefusedError): Token | undefined {
  if (error.position === undefined) return undefined;
  const { offset } = sourcePlace(rendered, error.position);
  return tokens.find(({ end }) => end > offset) ?? tokens.at(-1);
}

/** Converts an error of PostgreSQL to a problem of the statement as written. */
export async function describeRefusal(
  error: RefusedError,
  statement: RefusedStatement,
  catalog: Catalog,
): Promise<StatementProblem> {
  const token = findToken(statement, error);
  const place = token && { offset: token.start, length: token.end - token.start };
  const named = token && (await describeUnknownName(error, token, statement.tokens, catalog));
  if (named) return { ...named, place: named.place ?? place } as StatementProblem;
  const message = `PostgreSQL refuses the statement: ${nameParameters(error.message, statement.names)}.`;
  const help = advisePlaceholder(statement.tokens, token) ?? error.hint;
  const isUnknown = /^(?:42704|3F000|42P01)$/u.test(error.code);
  const code = isUnknown ? 'sql-unknown-name' : 'sql-syntax';
  return { code, message, ...(help !== undefined && { help }), ...(place && { place }) };
}

/** Replaces the database's names of parameters in a message. */
function nameParameters(message: string, names: readonly string[]): string {
  return message.replaceAll(/\$(\d+)/gu, (text, number) => {
    const name = names[Number(number) - 1];
    return name === undefined ? text : `{{${name}}}`;
  });
}

/** Advice for `in {{list}}` and `date {{day}}`, which PostgreSQL does not allow for parameters. */
function advisePlaceholder(tokens: readonly Token[], token: Token | undefined): string | undefined {
  if (token?.kind !== 'placeholder') return undefined;
  const before = tokens[tokens.indexOf(token) - 1]?.text ?? '';
  if (before === 'in') return `Write \`= any(${token.text})\`.`;
  return /^(?:date|interval|time|timetz|timestamp|timestamptz)$/u.test(before)
    ? `Write \`${token.text}::${before}\`.`
    : undefined;
}

async function describeUnknownName(
  error: RefusedError,
  token: Token,
  tokens: readonly Token[],
  catalog: Catalog,
): Promise<StatementProblem | undefined> {
  const path = readPath(tokens, tokens.indexOf(token));
  const last = path.at(-1);
  if (!last) return undefined;
  const name = nameOf(last);
  switch (error.code) {
    case '42703': {
      const help = suggestColumn(name, path, tokens, await catalog.listColumns());
      const place = { offset: last.start, length: last.end - last.start };
      return { code: 'sql-unknown-name', message: `The database has no column \`${name}\`.`, ...help, place };
    }
    case '42P01': {
      const whole = path.map(nameOf).join('.');
      if (!isTable(tokens, tokens.indexOf(token))) return undefined;
      const tables = new Set((await catalog.listColumns()).map(({ table }) => table));
      const place = { offset: token.start, length: last.end - token.start };
      return {
        code: 'sql-unknown-name',
        message: `The database has no table \`${whole}\`.`,
        ...advise(suggest(whole, tables)),
        place,
      };
    }
    case '42883': {
      // An operator has the same code.
      if (tokens[tokens.indexOf(last) + 1]?.text !== '(') return undefined;
      const names = await catalog.listFunctions();
      const found = names.includes(name) ? undefined : suggest(name, names);
      const signature = /^function (.+) does not exist$/u.exec(error.message)?.[1] ?? name;
      const help = found === undefined && error.hint !== undefined ? { help: error.hint } : advise(found);
      return { code: 'sql-unknown-name', message: `The database has no function \`${signature}\`.`, ...help };
    }
    default:
      return undefined;
  }
}

/** Returns the tokens of a name and its qualifiers, such as `o` and `total` of `o.total`. */
function readPath(tokens: readonly Token[], index: number): readonly Token[] {
  const path: Token[] = [];
  for (let at = index; ; at += 2) {
    const token = tokens[at];
    if (!token || (token.kind !== 'word' && token.kind !== 'quoted')) return path;
    path.push(token);
    if (tokens[at + 1]?.text !== '.') return path;
  }
}

/** Whether a name stands where tables do, and not in front of a column. */
function isTable(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (/^(?:from|join|into|update|only|using|table)$/u.test(before?.text ?? '')) return true;
  if (before?.text !== ',') return false;
  const words = tokens.slice(0, index).filter(({ kind, depth }) => kind === 'word' && depth === before.depth);
  const clause = words.findLast(({ text }) => /^(?:select|from|where|set|order|group|using|returning)$/u.test(text));
  return clause?.text === 'from' || clause?.text === 'using';
}

/** Suggests a column of the tables in the statement, otherwise of any table. */
function suggestColumn(
  name: string,
  path: readonly Token[],
  tokens: readonly Token[],
  columns: readonly KnownColumn[],
): { readonly help?: string } {
  const words = new Set(
    tokens.flatMap((token) => (token.kind === 'word' || token.kind === 'quoted' ? [nameOf(token)] : [])),
  );
  const used = columns.filter(({ table }) => words.has(table.slice(table.lastIndexOf('.') + 1)));
  // Every other short name is near.
  for (const candidates of name.length < 3 ? [] : [used, columns]) {
    const found = suggest(name, new Set(candidates.map(({ column }) => column)));
    const match = candidates.find(({ column }) => column === found);
    if (match) return advise(`${match.table}.${match.column}`);
  }
  return path.length > 1 || used.length === 0 ? {} : listColumns(used);
}

/** Lists the columns if there are few. */
function listColumns(used: readonly KnownColumn[]): { readonly help?: string } {
  const names = used.map(({ table, column }) => `${table}.${column}`);
  return names.length > 12 ? {} : { help: `The columns are ${names.map((name) => `\`${name}\``).join(', ')}.` };
}

function advise(name: string | undefined): { readonly help?: string } {
  return name === undefined ? {} : { help: `Did you mean \`${name}\`?` };
}
