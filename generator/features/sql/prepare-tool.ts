import { createDiagnostic, hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { childOf, entriesOf } from '../../core/source/source-node.js';
import { listChoices, listVariants, maxVariants, type StatementVariant } from './choose-names.js';
import { sqlDiagnostics } from './diagnostics.js';
import type { PageFacts, ParameterFacts, PreparedStatement, SqlEngine, StatementProblem } from './engines/engine.js';
import type { FoundSql, FoundStep } from './find-sql.js';
import { isTextOf } from './is-text-of.js';
import type { LockedTool, PreparedVariants } from './lock.js';
import {
  checkPageKeys,
  checkPaging,
  composePage,
  cursorParameter,
  factsOfColumn,
  readPageKeys,
  type PageKey,
} from './paging.js';
import { parseStatement, type ParsedStatement } from './parse-statement.js';
import { firstOf, type PreparedStep } from './sql-part.js';

/** Prepared steps of a tool; absent after an error. */
export interface PreparedTool {
  readonly steps?: readonly PreparedStep[];
  readonly problems: readonly Diagnostic[];
}

/** Prepares the statements of a tool. A later step can use the columns of an earlier one. */
export async function prepareTool(engine: SqlEngine, tool: FoundSql): Promise<PreparedTool> {
  const problems: Diagnostic[] = [];
  const parameters = new Map(tool.parameters);
  const parsed: ParsedStatement[] = [];
  const steps: PreparedStep[] = [];
  for (const step of tool.steps) {
    const statement = parseStatement(step.text, tool.database.kind, parameters);
    parsed.push(statement);
    problems.push(...statement.problems.map(step.report));
    if (statement.problems.length > 0) return { problems };
    const prepared = await new StepPreparation(engine, tool, step, parameters).prepare(statement);
    problems.push(...prepared.problems, ...checkName(step, tool.steps, prepared.variants, parameters));
    if (!prepared.variants || hasErrors(problems)) return { problems };
    steps.push(nameStep(step, statement, prepared.variants));
    addColumns(parameters, step, prepared.variants);
  }
  return { steps, problems: [...problems, ...findUnused(tool, parsed)] };
}

/** Reports a name of a step that later steps cannot use. */
function checkName(
  step: FoundStep,
  steps: readonly FoundStep[],
  variants: PreparedVariants | undefined,
  parameters: ReadonlyMap<string, ParameterFacts>,
): readonly Diagnostic[] {
  const { name } = step;
  if (name === undefined || !variants) return [];
  const fail = (message: string, help: string): readonly Diagnostic[] => [
    step.report({ code: 'sql-rows', message, help }),
  ];
  if ((firstOf(variants)?.columns ?? []).length === 0) {
    return fail(`The step \`${name}\` returns no row for later steps.`, 'Add `returning`, or remove `name`.');
  }
  if (steps.some((other) => other !== step && other.name === name)) {
    return fail(`Two steps are named \`${name}\`.`, 'Rename one of them.');
  }
  const isTaken = [...parameters.keys()].some((key) => key.startsWith(`${name}.`));
  return isTaken ? fail(`The arguments of the tool have names that begin with \`${name}.\`.`, 'Rename the step.') : [];
}

/** Takes the statements of a tool from a lock. Returns `undefined` if they do not fit. */
export function takeLocked(
  tool: FoundSql,
  locked: LockedTool,
): { readonly steps: readonly PreparedStep[]; readonly warnings: readonly Diagnostic[] } | undefined {
  if (locked.steps.length !== tool.steps.length) return undefined;
  const parameters = new Map(tool.parameters);
  const parsed: ParsedStatement[] = [];
  const steps: PreparedStep[] = [];
  const warnings: Diagnostic[] = [];
  for (const [index, step] of tool.steps.entries()) {
    const variants = locked.steps[index];
    const statement = parseStatement(step.text, tool.database.kind, parameters);
    if (!variants || statement.problems.length > 0 || !fits(tool, statement, parameters, variants)) return undefined;
    parsed.push(statement);
    warnings.push(...(firstOf(variants)?.warnings ?? []).map(step.report));
    steps.push(nameStep(step, statement, variants));
    addColumns(parameters, step, variants);
  }
  return { steps, warnings: [...warnings, ...findUnused(tool, parsed)] };
}

/** Whether the statements of a lock are those of the definition. */
function fits(
  { database: { kind }, pageBy }: FoundSql,
  statement: ParsedStatement,
  parameters: ReadonlyMap<string, ParameterFacts>,
  { statements, next = {} }: PreparedVariants,
): boolean {
  const keys = readPageKeys(pageBy);
  return listVariants(statement, kind, parameters).every((variant) => {
    const first = Object.hasOwn(statements, variant.key) ? statements[variant.key] : undefined;
    if (!first) return false;
    if (keys.length === 0) return isTextOf(variant, first, kind);
    const following = Object.hasOwn(next, variant.key) ? next[variant.key] : undefined;
    return (
      isTextOf(composePage(variant, kind, keys, true), first, kind) &&
      following !== undefined &&
      isTextOf(composePage(variant, kind, keys, false), following, kind)
    );
  });
}

function nameStep({ name }: FoundStep, statement: ParsedStatement, variants: PreparedVariants): PreparedStep {
  return { ...(name !== undefined && { name }), choices: listChoices(statement), ...variants };
}

/** Adds the columns of a named step to the parameters of later steps. */
function addColumns(parameters: Map<string, ParameterFacts>, { name }: FoundStep, variants: PreparedVariants): void {
  if (name === undefined) return;
  for (const column of firstOf(variants)?.columns ?? []) {
    parameters.set(`${name}.${column.name}`, factsOfColumn(column));
  }
}

/** Reports arguments that no statement uses. Only arguments that the tool itself declares are reported. */
function findUnused({ node }: FoundSql, parsed: readonly ParsedStatement[]): readonly Diagnostic[] {
  const used = new Set(
    parsed.flatMap(({ placeholders, choices }) => [...placeholders, ...choices]).map(({ name }) => name),
  );
  return entriesOf(childOf(childOf(node, 'inputSchema'), 'properties')).flatMap(({ key, keyLocation }) => {
    if (used.has(key)) return [];
    const message = `The statement does not use the argument \`${key}\`.`;
    const help = `Insert \`{{${key}}}\` into the statement, or remove the argument.`;
    return [createDiagnostic(sqlDiagnostics['sql-unused-argument'], keyLocation, message, { help })];
  });
}

/** Preparation of one step with all its variants. */
class StepPreparation {
  readonly #engine: SqlEngine;
  readonly #tool: FoundSql;
  readonly #step: FoundStep;
  readonly #parameters: ReadonlyMap<string, ParameterFacts>;
  readonly #problems: Diagnostic[] = [];

  constructor(engine: SqlEngine, tool: FoundSql, step: FoundStep, parameters: ReadonlyMap<string, ParameterFacts>) {
    this.#engine = engine;
    this.#tool = tool;
    this.#step = step;
    this.#parameters = parameters;
  }

  async prepare(
    statement: ParsedStatement,
  ): Promise<{ readonly variants?: PreparedVariants; readonly problems: readonly Diagnostic[] }> {
    const variants = listVariants(statement, this.#tool.database.kind, this.#parameters);
    if (variants.length > maxVariants) {
      const message = `The statement has more than ${maxVariants} combinations of inserted names.`;
      this.#report({ code: 'sql-placeholder', message, help: 'Allow fewer values.' });
      return { problems: this.#problems };
    }
    const keys = readPageKeys(this.#tool.pageBy);
    const statements: [string, PreparedStatement][] = [];
    const next: [string, PreparedStatement][] = [];
    for (const variant of variants) {
      const found = await this.#prepareText(variant, this.#parameters, variant.toWritten, keys);
      if (!found) return { problems: this.#problems };
      const { paging, ...prepared } = found;
      const pages = await this.#preparePages(variant, keys, prepared, paging);
      if (!pages) return { problems: this.#problems };
      statements.push([variant.key, pages.first]);
      if (pages.next) next.push([variant.key, pages.next]);
    }
    const found = { statements: Object.fromEntries(statements) };
    return {
      variants: next.length > 0 ? { ...found, next: Object.fromEntries(next) } : found,
      problems: this.#problems,
    };
  }

  /** Prepares the first page and the pages after a cursor. Their columns are those of the statement itself. */
  async #preparePages(
    variant: StatementVariant,
    keys: readonly PageKey[],
    whole: PreparedStatement,
    paging: PageFacts | undefined,
  ): Promise<{ readonly first: PreparedStatement; readonly next?: PreparedStatement } | undefined> {
    if (keys.length === 0) return { first: whole };
    const { kind } = this.#tool.database;
    const shared = this.#tool.isPageUnique || !paging ? undefined : checkPageKeys(paging, keys);
    const problem = checkPaging(variant.text, kind, keys, whole.columns) ?? shared;
    if (problem) this.#report(problem, variant.toWritten);
    if (problem && problem.code !== 'sql-page-key') return undefined;
    const parameters = new Map(this.#parameters);
    keys.forEach(({ column }, index) => {
      const found = whole.columns.find(({ name }) => name === column);
      if (found) parameters.set(cursorParameter(index), factsOfColumn(found));
    });
    const pages: PreparedStatement[] = [];
    for (const isFirst of [true, false]) {
      const page = composePage(variant, kind, keys, isFirst);
      const prepared = await this.#prepareText(page, parameters, (offset) => variant.toWritten(offset - page.offset));
      if (!prepared) return undefined;
      const { columns, effect, uses } = whole;
      const warnings = problem ? [...whole.warnings, problem] : whole.warnings;
      pages.push({ ...prepared, columns, effect, uses, warnings });
    }
    const [first = whole, next] = pages;
    return { first, ...(next && { next }) };
  }

  async #prepareText(
    { text, placeholders }: Pick<StatementVariant, 'text' | 'placeholders'>,
    parameters: ReadonlyMap<string, ParameterFacts>,
    toWritten: (offset: number) => number,
    pageKeys: readonly PageKey[] = [],
  ): Promise<PreparedStatement | undefined> {
    const { limit } = this.#step;
    const prepared = await this.#engine.prepare({
      text,
      placeholders,
      parameters,
      ...(limit !== undefined && { limit }),
      ...(pageKeys.length > 0 && { pageBy: pageKeys.map(({ column }) => column) }),
    });
    if ('text' in prepared) {
      const warnings = prepared.warnings.map((warning) => withPlace(warning, toWritten));
      for (const warning of warnings) this.#report(warning);
      return { ...prepared, warnings };
    }
    for (const problem of prepared) this.#report(problem, toWritten);
    return undefined;
  }

  /** Reports a problem once, though several variants have it. */
  #report(problem: StatementProblem, toWritten: (offset: number) => number = (offset) => offset): void {
    const diagnostic = this.#step.report(withPlace(problem, toWritten));
    const isKnown = this.#problems.some((other) => JSON.stringify(other) === JSON.stringify(diagnostic));
    if (!isKnown) this.#problems.push(diagnostic);
  }
}

/** Moves the place of a problem to the text as written. A place that was not written is dropped. */
function withPlace({ place, ...problem }: StatementProblem, toWritten: (offset: number) => number): StatementProblem {
  const offset = place === undefined ? -1 : toWritten(place.offset);
  return place && offset >= 0 ? { ...problem, place: { ...place, offset } } : problem;
}
