import { suggest } from '../../../../core/diagnostics/suggest.js';
import { isSymbol, isWord, placeOf, type SqlToken } from '../../lex.js';
import {
  isTablePlace,
  listTables,
  suggestColumn,
  suggestTable,
  type Catalog as KnownTables,
  type CatalogTable,
} from '../catalog.js';
import type { StatementProblem } from '../engine.js';
import type { Catalog } from './catalog.js';
import { sourcePlace, utf16Offset, type RenderedText, type SourcePlace } from '../rendered-text.js';
import type { RefusedError } from './session.js';

/** Statement that is prepared. */
export interface RefusedStatement {
  readonly rendered: RenderedText;
  /** Tokens of the statement as written. */
  readonly tokens: readonly SqlToken[];
  /** Arguments in the order of the database's parameters. */
  readonly names: readonly string[];
}

/** Finds the token at the place of an error; the last one for an error at the end. */
export function findToken({ rendered, tokens }: RefusedStatement, error: RefusedError): SqlToken | undefined {
  const place = placeOfError(error, rendered);
  return place && (tokens.find(({ end }) => end > place.offset) ?? tokens.at(-1));
}

/** Returns the place of an error in the statement as written. */
export function placeOfError({ position }: RefusedError, rendered: RenderedText): SourcePlace | undefined {
  return position === undefined ? undefined : sourcePlace(rendered, utf16Offset(rendered.text, position));
}

/** Converts an error of PostgreSQL to a problem of the statement as written. */
export async function describeRefusal(
  error: RefusedError,
  statement: RefusedStatement,
  catalog: Catalog,
): Promise<StatementProblem> {
  const token = findToken(statement, error);
  const place = token && placeOf(token);
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
function advisePlaceholder(tokens: readonly SqlToken[], token: SqlToken | undefined): string | undefined {
  if (token?.kind !== 'placeholder') return undefined;
  const before = tokens[tokens.indexOf(token) - 1];
  if (isWord(before, 'in')) return `Write \`= any({{${token.text}}})\`.`;
  return before && isWord(before, 'date', 'interval', 'time', 'timetz', 'timestamp', 'timestamptz')
    ? `Write \`{{${token.text}}}::${nameOf(before)}\`.`
    : undefined;
}

async function describeUnknownName(
  error: RefusedError,
  token: SqlToken,
  tokens: readonly SqlToken[],
  catalog: Catalog,
): Promise<StatementProblem | undefined> {
  const path = readPath(tokens, tokens.indexOf(token));
  const last = path.at(-1);
  if (!last) return undefined;
  const name = nameOf(last);
  switch (error.code) {
    case '42703': {
      const help = adviseColumn(name, path, tokens, await catalog.listTables());
      return {
        code: 'sql-unknown-name',
        message: `The database has no column \`${name}\`.`,
        ...help,
        place: placeOf(last),
      };
    }
    case '42P01': {
      const whole = path.map(nameOf).join('.');
      if (!isTablePlace(tokens, tokens.indexOf(token))) return undefined;
      const place = { offset: token.start, length: last.end - token.start };
      return {
        code: 'sql-unknown-name',
        message: `The database has no table \`${whole}\`.`,
        ...advise(suggestTable(whole, await catalog.listTables())),
        place,
      };
    }
    case '42883': {
      // An operator has the same code.
      if (!isSymbol(tokens[tokens.indexOf(last) + 1], '(')) return undefined;
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

/** Returns the name that a word or quoted name means: words mean names in lower case. */
export function nameOf({ kind, text }: SqlToken): string {
  return kind === 'word' ? text.toLowerCase() : text;
}

/** Returns the tokens of a name and its qualifiers, such as `o` and `total` of `o.total`. */
function readPath(tokens: readonly SqlToken[], index: number): readonly SqlToken[] {
  const path: SqlToken[] = [];
  for (let at = index; ; at += 2) {
    const token = tokens[at];
    if (token?.kind !== 'word' && token?.kind !== 'name') return path;
    path.push(token);
    if (!isSymbol(tokens[at + 1], '.')) return path;
  }
}

/** Suggests a column of the tables in the statement. */
function adviseColumn(
  name: string,
  path: readonly SqlToken[],
  tokens: readonly SqlToken[],
  known: KnownTables,
): { readonly help?: string } {
  const used = listTables(tokens, known);
  // Every other short name is near.
  const found = name.length < 3 ? undefined : suggestColumn(name, used);
  return found !== undefined ? advise(found) : path.length > 1 ? {} : listColumns(used);
}

/** Lists the columns if there are few. */
function listColumns(used: readonly CatalogTable[]): { readonly help?: string } {
  const names = used.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  return names.length === 0 || names.length > 12
    ? {}
    : { help: `The columns are ${names.map((name) => `\`${name}\``).join(', ')}.` };
}

function advise(name: string | undefined): { readonly help?: string } {
  return name === undefined ? {} : { help: `Did you mean \`${name}\`?` };
}
