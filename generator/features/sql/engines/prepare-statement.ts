import { isWord, listTokens, type SqlToken } from '../lex.js';
import { listUses, type Catalog } from './catalog.js';
import { checkColumnNames } from './column-names.js';
import { checkText } from './check-text.js';
import { effectOf, isQuery, mainVerb } from './effects.js';
import type { PreparedColumn, PreparedStatement, PrepareRequest, StatementProblem } from './engine.js';
import { checkNullArguments } from './null-arguments.js';
import { describeRefusal, type Refusal } from './refusal.js';
import { findPageFacts } from './row-keys.js';
import { writeParameters, type StatementText } from './statement-text.js';

/** Database that tells the columns of a statement, but not the types of its parameters. */
export interface Preparer {
  readonly kind: 'sqlite' | 'mysql';
  /** Name of the product in messages. */
  readonly product: string;
  readonly catalog: Catalog;
  /** Prepares a text. `reads`: whether the database says that it changes nothing. */
  describe(statement: DescribedText): Promise<Description | Refusal>;
  /** Prepares a text, and returns why the database refuses it. */
  probe(text: string): Promise<Refusal | undefined>;
}

/** Text with parameters. */
export interface DescribedText {
  readonly text: string;
  readonly tokens: readonly SqlToken[];
  /** Number of parameters in the text. */
  readonly parameters: number;
}

export interface Description {
  readonly columns: readonly PreparedColumn[];
  readonly reads: boolean;
}

/** Prepares a statement and lists what is known about it. */
export async function prepareStatement(
  request: PrepareRequest,
  preparer: Preparer,
): Promise<PreparedStatement | readonly StatementProblem[]> {
  const { kind, catalog } = preparer;
  const found = checkText(request, kind);
  if (found.length > 0) return found;
  const isNumbered = kind === 'sqlite';
  const written = writeParameters(request, (number) => (isNumbered ? `:p${number}` : '?'), { repeats: !isNumbered });
  const statement = describeText(written, kind);
  const description = await preparer.describe(statement);
  if ('kind' in description) {
    const probe = (text: string) => preparer.probe(text);
    return [await describeRefusal(description, { ...preparer, written, catalog, probe })];
  }
  const { columns, reads } = description;
  const writtenTokens = listTokens(request.text, kind);
  const names = checkColumnNames(columns, writtenTokens, (column) => isNamed(column, writtenTokens));
  if (names.length > 0) return names;
  const limited = await appendLimit(request, statement.text, description, preparer);
  const origins = columns.map(({ origin }) => origin);
  return {
    text: limited ?? statement.text,
    parameters: written.parameters,
    columns,
    limit: limited === undefined ? 'own' : 'appended',
    effect: effectOf(writtenTokens, reads && isQuery(mainVerb(writtenTokens))),
    uses: listUses(writtenTokens, catalog, origins),
    ...(request.pageBy && {
      paging: findPageFacts({ tokens: writtenTokens, columns, catalog, pageBy: request.pageBy, multiplies: false }),
    }),
    warnings: checkNullArguments(writtenTokens, request.parameters),
  };
}

const isPlain = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

/**
 * Whether a statement gives a column its name: the databases name an expression by its text. Both accept names in the
 * quotes of strings after `as`.
 */
function isNamed({ name, origin }: PreparedColumn, tokens: readonly SqlToken[]): boolean {
  if (isPlain.test(name) || origin?.endsWith(`.${name}`) === true) return true;
  return tokens.some((token, index) => {
    if (token.kind === 'name') return token.text === name;
    return token.kind === 'string' && isWord(tokens[index - 1], 'as') && token.text.slice(1, -1) === name;
  });
}

function describeText({ text, parameters, names }: StatementText, kind: Preparer['kind']): DescribedText {
  return { text, tokens: listTokens(text, kind), parameters: Math.max(parameters.length, names.size) };
}

/**
 * Returns the text with a row limit; `undefined` if the database refuses it. A limit of a statement that writes would
 * limit the rows that it changes.
 */
async function appendLimit(
  { limit }: PrepareRequest,
  text: string,
  { columns, reads }: Description,
  preparer: Preparer,
): Promise<string | undefined> {
  const isRows = limit !== undefined && reads && columns.length > 0;
  if (!isRows || !isQuery(mainVerb(listTokens(text, preparer.kind)))) return undefined;
  const limited = `${text}\nlimit ${limit + 1}`;
  return (await preparer.probe(limited)) === undefined ? limited : undefined;
}
