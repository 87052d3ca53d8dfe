import { isSymbol, isWord, listTokens, placeOf, type SqlToken } from '../../lex.js';
import { checkColumnNames } from '../column-names.js';
import { findCommand, isQuery, mainVerb } from '../effects.js';
import type { PreparedStatement, PrepareRequest, StatementProblem } from '../engine.js';
import { checkNullArguments } from '../null-arguments.js';
import type { Catalog } from './catalog.js';
import { describeRefusal, findToken, type RefusedStatement } from './describe-refusal.js';
import { discoverTypes, listSlots, type Describe, type Slot } from './discover-types.js';
import { bindOf, findMismatch, listDefaultTypes, losesZone } from './parameter-types.js';
import { readTree, reportTree, sortNames, type TreeReport } from './parse-tree.js';
import { renderText, type RenderedText } from '../rendered-text.js';
import { findPageFacts } from '../row-keys.js';
import { RefusedError, type Description, type Session } from './session.js';
import { describeColumns } from './statement-columns.js';
import { guessEffect } from './statement-effect.js';
import type { TypeFacts } from './type-facts.js';

interface Preparation {
  readonly request: PrepareRequest;
  readonly tokens: readonly SqlToken[];
  readonly slots: readonly Slot[];
  readonly session: Session;
  readonly catalog: Catalog;
  readonly describe: Describe;
}

type Problems = readonly StatementProblem[];

/** Prepares a statement in a transaction that is rolled back. */
export async function prepareStatement(
  session: Session,
  catalog: Catalog,
  request: PrepareRequest,
): Promise<PreparedStatement | Problems> {
  const tokens = listTokens(request.text, 'postgres');
  const refused = [...findOwnParameters(tokens), ...findForbidden(tokens)];
  if (refused.length > 0) return refused;
  await begin(session);
  try {
    const describe: Describe = async (text, types) => {
      try {
        return await session.describe(text, types);
      } catch (error) {
        // The error has ended the transaction.
        if (error instanceof RefusedError) await session.query('rollback to savepoint prepared');
        throw error;
      }
    };
    const slots = listSlots(request, tokens);
    return await prepare({ request, tokens, slots, session, catalog, describe });
  } finally {
    await session.query('rollback');
  }
}

/** Begins a transaction in which a temporary function can be created, if the database allows it. */
async function begin(session: Session): Promise<void> {
  try {
    await session.query('begin read write');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await session.query('begin');
  }
  await session.query("set local lock_timeout = '10s'");
  // Servers of tools set it, too: backslashes in strings stand for themselves.
  await session.query('set local standard_conforming_strings = on');
  await session.query('savepoint prepared');
}

function findOwnParameters(tokens: readonly SqlToken[]): Problems {
  const help = 'Write `{{name}}`, with a property of `inputSchema`.';
  return tokens
    .filter(({ kind }) => kind === 'parameter')
    .map((token) => {
      const message = `${token.text} is not a parameter of a tool.`;
      return { code: 'sql-placeholder', message, help, place: placeOf(token) };
    });
}

function findForbidden(tokens: readonly SqlToken[]): Problems {
  const command = findCommand(tokens);
  if (!command || !isWord(command, 'select')) return [];
  const inside = tokens.filter(({ start, depth }) => start > command.start && depth === command.depth);
  const end = inside.findIndex((token) => isWord(token, 'from'));
  const into = inside.slice(0, end < 0 ? undefined : end).find((token) => isWord(token, 'into'));
  if (!into) return [];
  const message = 'A tool cannot create a table with `select … into`.';
  return [{ code: 'sql-not-allowed', message, place: placeOf(into) }];
}

async function prepare(preparation: Preparation): Promise<PreparedStatement | Problems> {
  const { request, tokens, slots, catalog, describe } = preparation;
  const discovery = await discoverTypes(request, tokens, slots, describe);
  if ('refusal' in discovery) {
    const { refusal, rendered, problems } = discovery;
    return problems.length > 0 ? problems : await explain(refusal, rendered, preparation);
  }
  const chosen = await chooseTypes(preparation, discovery.types);
  const { types, rendered, problems: mismatches } = chosen;
  const problems = [...discovery.problems, ...mismatches];
  const refusal = await findRefusal(describe, rendered.text, []);
  if (refusal) return problems.length > 0 ? problems : await explain(refusal, rendered, preparation);
  const description = await describe(rendered.text, []);
  problems.push(...checkColumnNames(description.fields, tokens, ({ name }) => name !== '?column?'));
  if (problems.length > 0) return problems.toSorted((a, b) => (a.place?.offset ?? 0) - (b.place?.offset ?? 0));
  const text = await limitRows(preparation, rendered.text);
  const report = await readReport(preparation, rendered.text, types, description);
  const columns = await describeColumns(description.fields, report?.isRequired ?? [], catalog);
  const origins = columns.flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
  return {
    text,
    parameters: slots.map(({ name, facts }, index) => describeParameter(name, facts, types[index])),
    columns,
    limit: text === rendered.text ? 'own' : 'appended',
    effect: report?.effect ?? guessEffect(tokens),
    uses: report?.uses ?? sortNames(origins.flatMap((origin) => [origin.slice(0, origin.lastIndexOf('.')), origin])),
    ...(request.pageBy && {
      paging: findPageFacts({
        tokens,
        columns,
        catalog: await catalog.listTables(),
        pageBy: request.pageBy,
        multiplies: report?.multiplies ?? true,
      }),
    }),
    warnings: checkNullArguments(tokens, request.parameters),
  };
}

function describeParameter(
  name: string,
  facts: Slot['facts'],
  type: TypeFacts | undefined,
): PreparedStatement['parameters'][number] {
  if (!type) return { name, bind: 'text' };
  return losesZone(facts, type)
    ? { name, type: 'timestamptz', bind: 'text' }
    : { name, type: type.name, bind: bindOf(facts, type) };
}

interface ChosenTypes {
  readonly types: readonly (TypeFacts | undefined)[];
  readonly rendered: RenderedText;
  readonly problems: StatementProblem[];
}

/**
 * Compares the types with the JSON Schemas. PostgreSQL can take a parameter for something else than its schema says, as
 * in `{{since}} + interval '1 day'`; types that follow from the schema are used if the statement allows them.
 */
async function chooseTypes(preparation: Preparation, ids: readonly number[]): Promise<ChosenTypes> {
  const { slots, catalog, describe, tokens } = preparation;
  const facts = await catalog.loadTypes([...ids, ...slots.flatMap((slot) => listDefaultTypes(slot.facts))]);
  let types = ids.map((id) => facts.get(id));
  let problems = checkTypes(slots, types, tokens);
  const misfits = problems.filter(({ slot }) => isCurable(slot, types[slots.indexOf(slot)], tokens));
  // An integer can have two types.
  for (const rank of misfits.length > 0 ? [0, 1] : []) {
    const replaced = types.map((type, index) => {
      const misfit = misfits.find(({ slot }) => slot === slots[index]);
      const defaults = misfit ? listDefaultTypes(misfit.slot.facts) : [];
      return facts.get(defaults[rank] ?? defaults[0] ?? 0) ?? type;
    });
    const remaining = checkTypes(slots, replaced, tokens);
    const isBetter = remaining.length < problems.length;
    if (isBetter && !(await findRefusal(describe, renderFinal(preparation, replaced).text, []))) {
      [types, problems] = [replaced, remaining];
    }
  }
  return { types, rendered: renderFinal(preparation, types), problems: problems.map(({ problem }) => problem) };
}

/**
 * Whether the type of the schema can replace the type that the database has found. Not where an assignment could convert
 * the value without being asked to: numbers to smaller ones, and everything to text.
 */
function isCurable({ facts }: Slot, type: TypeFacts | undefined, tokens: readonly SqlToken[]): boolean {
  const name = type?.plainName ?? '';
  const isNumber = facts.type === 'integer' || facts.type === 'number';
  const assigns = tokens.some((token) => isWord(token, 'insert', 'update', 'merge'));
  if (type?.enum || (assigns && (isNumber || /^(?:text|varchar|bpchar)$/u.test(name)))) return false;
  return facts.type !== 'number' || !/^int[248]$/u.test(name);
}

function checkTypes(
  slots: readonly Slot[],
  types: readonly (TypeFacts | undefined)[],
  tokens: readonly SqlToken[],
): readonly { readonly slot: Slot; readonly problem: StatementProblem }[] {
  return slots.flatMap((slot, index) => {
    const { name, facts, uses } = slot;
    const type = types[index];
    const isCast = uses.some((use) => isSymbol(tokens[tokens.indexOf(use) + 1], '::') || isInCast(tokens, use));
    const mismatch = type && findMismatch(facts, type, isCast);
    if (!mismatch) return [];
    const [use] = uses;
    const place = use && { place: placeOf(use) };
    const message = `\`{{${name}}}\` ${mismatch.message}.`;
    const help = facts.type === 'array' ? adviseAny(name, slot, tokens) : undefined;
    const text = help ?? mismatch.help;
    return [
      {
        slot,
        problem: { code: 'sql-parameter-type', message, ...(text !== undefined && { help: text }), ...place } as const,
      },
    ];
  });
}

function isInCast(tokens: readonly SqlToken[], use: SqlToken): boolean {
  const index = tokens.indexOf(use);
  return isWord(tokens[index + 1], 'as') && isSymbol(tokens[index - 1], '(') && isWord(tokens[index - 2], 'cast');
}

/** Advice for `in ({{list}})` and `= {{list}}`. */
function adviseAny(name: string, { uses }: Slot, tokens: readonly SqlToken[]): string | undefined {
  const index = uses[0] ? tokens.indexOf(uses[0]) : 0;
  const before = tokens[index - 1];
  const isList = isSymbol(before, '=') || (isSymbol(before, '(') && isWord(tokens[index - 2], 'in'));
  return isList ? `Write \`= any({{${name}}})\`.` : undefined;
}

/** Writes the parameters with their types at every place, so that null has a type, too. */
function renderFinal({ request, slots }: Preparation, types: readonly (TypeFacts | undefined)[]): RenderedText {
  const parameters = new Map(
    slots.map(({ name, facts }, index) => {
      const type = types[index];
      const isLocal = type !== undefined && losesZone(facts, type);
      const typed = `($${index + 1}::${isLocal ? 'timestamptz' : (type?.name ?? 'text')})`;
      return [name, isLocal ? `(${typed} at time zone 'UTC')` : typed];
    }),
  );
  return renderText(request.text, request.placeholders, ({ name }) => parameters.get(name) ?? '');
}

/** Appends the row limit. PostgreSQL refuses it for a statement with a limit of its own. */
async function limitRows({ request, tokens, describe }: Preparation, text: string): Promise<string> {
  if (request.limit === undefined || !isQuery(mainVerb(tokens))) return text;
  const limited = `${text}\nlimit ${request.limit + 1}`;
  return (await findRefusal(describe, limited, [])) ? text : limited;
}

async function readReport(
  { session, catalog, slots }: Preparation,
  text: string,
  types: readonly (TypeFacts | undefined)[],
  { fields }: Description,
): Promise<TreeReport | undefined> {
  const names = slots.map(({ name, facts }, index) => describeParameter(name, facts, types[index]).type ?? 'text');
  const query = await readTree(session, text, names);
  if (!query) return undefined;
  const report = await reportTree(query, catalog);
  return report.isRequired.length === fields.length ? report : { ...report, isRequired: [] };
}

/** Explains an error. Unknown columns are replaced to find further ones. */
async function explain(error: RefusedError, rendered: RenderedText, preparation: Preparation): Promise<Problems> {
  const { tokens, slots, catalog, describe, request } = preparation;
  const names = slots.map(({ name }) => name);
  const types = slots.map(({ facts }) => listDefaultTypes(facts)[0] ?? 0);
  const problems: StatementProblem[] = [];
  let { text } = rendered;
  for (let current: RefusedError | undefined = error; current;) {
    const statement: RefusedStatement = { rendered: { ...rendered, text }, tokens, names };
    const problem = await describeRefusal(current, statement, catalog);
    problems.push(problem);
    const start = findToken(statement, current)?.start;
    if (current.code !== '42703' || start === undefined || !problem.place || problems.length >= 5) break;
    const end = problem.place.offset + problem.place.length;
    const replaced = blank(statement.rendered, start, end, request.text);
    if (replaced === undefined) break;
    text = replaced;
    const next: RefusedError | undefined = await findRefusal(describe, text, types);
    current = next?.code === '42703' ? next : undefined;
  }
  return problems;
}

async function findRefusal(
  describe: Describe,
  text: string,
  types: readonly number[],
): Promise<RefusedError | undefined> {
  try {
    await describe(text, types);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

/** Replaces a name by null. The places of all others stay; `undefined` if the name is too short for that. */
function blank({ text, insertions }: RenderedText, start: number, end: number, source: string): string | undefined {
  const before = insertions.findLast(({ placeholder }) => placeholder.end <= start);
  const shift = before ? before.end - before.placeholder.end : 0;
  const name = source.slice(start, end);
  if (name.length < 4 || text.slice(start + shift, end + shift) !== name) return undefined;
  return text.slice(0, start + shift) + 'null'.padEnd(name.length) + text.slice(end + shift);
}
