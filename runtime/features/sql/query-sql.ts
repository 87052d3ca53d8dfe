import { exactOf } from '../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { confirmChanges, type SqlCallContext, type TriedChanges } from './confirm-changes.js';
import { decodeCursor } from './cursor.js';
import { describeError } from './describe-error.js';
import { fillText, limitText } from './fill-text.js';
import { openDatabase } from './open-database.js';
import { noRow, shapeRows } from './shape-rows.js';
import type {
  SqlDatabase,
  SqlEngine,
  SqlRows,
  SqlStatement,
  SqlStep,
  SqlToolDefinition,
  Transacted,
  TransactionOptions,
} from './sql-definition.js';
import { SqlError } from './sql-error.js';
import { SqlToolError } from './sql-tool-error.js';

/**
 * Runs the statements of a tool in a transaction of its own. If the result is an error, such as a second row for
 * `rows: one`, or the context is that of a dry run, the transaction is rolled back.
 *
 * @returns The result of the tool, as `rows` of its definition specifies.
 * @throws SqlToolError for failures, whose message is for the model; the abort reason of the context's signal.
 */
export async function querySql<Input, Output>(
  database: SqlDatabase,
  tool: SqlToolDefinition,
  input: Input,
  context: SqlCallContext,
): Promise<Output> {
  const exact = exactOf(input);
  const call = new SqlCall(database, tool, isJsonObject(exact) ? exact : {}, context);
  return (await call.run()) as Output;
}

/** Whether a driver refuses the URL of a database. */
function isInvalidUrl(error: unknown): boolean {
  return error instanceof URIError || (error as { readonly code?: unknown }).code === 'ERR_INVALID_URL';
}

function unreachable(database: SqlDatabase, cause: unknown): SqlToolError {
  return describeError(new SqlError('unreachable', undefined, cause), { database, columns: [], timeoutMs: 0 });
}

/** Statement with the values of its arguments. */
interface ChosenStep {
  readonly name: string | undefined;
  readonly statement: SqlStatement;
}

/** Rows of all statements of a call. */
interface Outcome {
  /** Rows of the last statement. */
  readonly rows: SqlRows;
  /** Number of rows that all statements changed. */
  readonly changed: number;
}

/** Call of a tool. */
class SqlCall {
  readonly #database: SqlDatabase;
  readonly #tool: SqlToolDefinition;
  readonly #context: SqlCallContext;
  /** Values of parameters: arguments, and values of a cursor. */
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #steps: readonly ChosenStep[];

  constructor(database: SqlDatabase, tool: SqlToolDefinition, args: JsonObject, context: SqlCallContext) {
    this.#database = database;
    this.#tool = tool;
    this.#context = context;
    const cursor = tool.page && args['cursor'] !== undefined ? decodeCursor(args['cursor'], tool.page.length) : [];
    this.#values = new Map([
      ...Object.entries(args),
      ...cursor.map((value, index) => [`cursor.${index}`, value] as const),
    ]);
    const steps: readonly SqlStep[] = [...(tool.before ?? []), tool];
    this.#steps = steps.map((step) => ({ name: step.name, statement: this.#choose(step, cursor.length > 0) }));
  }

  async run(): Promise<unknown> {
    const { signal } = this.#context;
    const engine = await openDatabase(this.#database);
    try {
      if (this.#context.isDryRun === true) return await this.#tryOut(engine, (outcome) => this.#finish(outcome).result);
      if (this.#tool.confirm === undefined) return await this.#runWithRetry(engine);
      return await confirmChanges({
        message: (tried) => fillText(this.#tool.confirm ?? [], this.#listShown(tried)),
        context: this.#context,
        tryOut: () =>
          this.#tryOut(engine, (outcome) => ({ changed: outcome.changed, result: this.#finish(outcome).result })),
        commit: (expected) => this.#transact(engine, (outcome) => this.#finish(outcome, expected)),
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof SqlError)) throw isInvalidUrl(error) ? unreachable(this.#database, error) : error;
      const statement = this.#steps.at(-1)?.statement;
      const { timeoutMs } = this.#tool;
      throw describeError(error, { database: this.#database, columns: statement?.columns ?? [], timeoutMs });
    }
  }

  /** Lists the values that a confirmation can show. Arguments come last, because a tool may call one `dryRun`. */
  #listShown({ changed, result }: TriedChanges): ReadonlyMap<string, unknown> {
    const members = isJsonObject(result) ? Object.entries(result) : [];
    return new Map<string, unknown>([
      ['dryRun', limitText(result)],
      ...members.map(([name, value]) => [`dryRun.${name}`, limitText(value)] as const),
      ...this.#values,
      ['changed', changed],
    ]);
  }

  /** Returns the statement for the arguments. */
  #choose(step: SqlStep, isNext: boolean): SqlStatement {
    if (step.statement !== undefined) return isNext && step.next !== undefined ? step.next : step.statement;
    const { from, statements, next } = step.choices;
    const key = from.map((name) => String(this.#values.get(name) ?? '')).join(' ');
    const all = isNext && next !== undefined ? next : statements;
    const chosen = Object.hasOwn(all, key) ? all[key] : undefined;
    if (chosen !== undefined) return chosen;
    throw new SqlToolError(`No statement exists for these values of ${from.join(', ')}.`);
  }

  /** Runs all statements and rolls them back. */
  #tryOut<Result>(engine: SqlEngine, end: (outcome: Outcome) => Result): Promise<Result> {
    return this.#transact(engine, (outcome) => ({ result: end(outcome), commits: false }));
  }

  /** Repeats a transaction that only reads once, if a conflict with other transactions ended it. */
  async #runWithRetry(engine: SqlEngine): Promise<unknown> {
    const run = (): Promise<unknown> => this.#transact(engine, (outcome) => this.#finish(outcome));
    try {
      return await run();
    } catch (error) {
      const isRepeatable = error instanceof SqlError && error.failure === 'conflict' && this.#reads;
      if (!isRepeatable || this.#context.signal.aborted) throw error;
      return run();
    }
  }

  get #reads(): boolean {
    return this.#steps.every(({ statement }) => statement.reads === true);
  }

  /** @param expected Number of changed rows that the user confirmed. */
  #finish({ rows, changed }: Outcome, expected = changed): Transacted<unknown> {
    if (changed !== expected) {
      throw new SqlToolError(
        `Nothing was changed: ${changed} rows would change now instead of ${expected}. Try again.`,
      );
    }
    return { result: shapeRows(rows, this.#tool, this.#steps.at(-1)?.statement.columns ?? [], changed), commits: true };
  }

  /** Runs all statements in one transaction. */
  #transact<Result>(engine: SqlEngine, end: (outcome: Outcome) => Transacted<Result>): Promise<Result> {
    const { rows: kind, limit, maxBytes, timeoutMs } = this.#tool;
    const session = this.#readSession();
    const options: TransactionOptions = {
      reads: this.#reads,
      timeoutMs,
      signal: this.#context.signal,
      ...(session && { session }),
    };
    return engine.transact(options, async (runStatement) => {
      const values = new Map(this.#values);
      let changed = 0;
      let rows: SqlRows = { rows: [], more: false, changed: 0 };
      for (const [index, { name, statement }] of this.#steps.entries()) {
        const isLast = index === this.#steps.length - 1;
        // Rows that are not needed are not read.
        const isNeeded = isLast ? kind !== 'none' : name !== undefined;
        const run = isNeeded ? statement : { ...statement, columns: [] };
        const bound = statement.parameters.map((parameter) => values.get(parameter.name) ?? null);
        const maxRows = isLast && kind === 'many' ? limit : 1;
        rows = await runStatement(run, bound, { maxRows, maxBytes, isLast: isLast && options.reads });
        changed += rows.changed;
        if (!isLast && name !== undefined) nameValues(values, name, statement, rows);
      }
      return end({ rows, changed });
    });
  }

  #readSession(): TransactionOptions['session'] {
    const { session } = this.#database;
    return session?.map(([name, text]) => [name, fillText(text, new Map([['auth', this.#context.auth]]))] as const);
  }
}

/** Makes the row of a step available to later statements. */
function nameValues(
  values: Map<string, unknown>,
  name: string,
  { columns }: SqlStatement,
  { rows, more }: SqlRows,
): void {
  const [row] = rows;
  if (row === undefined) throw noRow(`No row matches (${name}).`);
  if (more || rows.length > 1) throw new SqlToolError(`More than one row matches (${name}); the tool expects one.`);
  columns.forEach((column, index) => values.set(`${name}.${column.name}`, row[index]));
}
