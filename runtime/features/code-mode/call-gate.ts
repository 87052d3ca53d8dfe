import type { CodeHost, OperationDefinition } from '../../core/api/definition.js';
import { CallLog } from './call-log.js';
import type { CodeFunction } from './name-functions.js';
import { messageOf } from '../../wire/protocol-error.js';
import { readRules, type OperationRules } from './rules.js';
import { showArguments } from './show-arguments.js';
import { asTrial, describeFailedTrial, describeTrial, isTrial } from './trial.js';

/** Maximum number of queued calls in a confirmation, in addition to the waiting calls. */
const maxShownCalls = 50;
/** Maximum length of a call's arguments in a confirmation, in characters. */
const maxShownCharacters = 200;
/** Maximum number of different calls in a confirmation that are tried out, one after the other. */
const maxTrials = 10;
/** Maximum number of functions in the record of a run. */
const maxRecorded = 100;

/** Calls of a function in one run. */
interface CallRecord {
  readonly function: string;
  readonly count: number;
  readonly failed?: number;
}

/** A call in a confirmation. */
interface ShownCall {
  readonly name: string;
  readonly operation: OperationDefinition;
  /** JSON text of its arguments. */
  readonly json: string;
}

/** A call that waits for confirmation. */
interface WaitingCall extends ShownCall {
  readonly agreed: (isAgreed: boolean) => void;
  readonly fail: (error: Error) => void;
}

/** Decides which calls of a run are made, asks the user for confirmation if required, and records the calls. */
export class CallGate {
  readonly #host: CodeHost;
  readonly #functions: readonly CodeFunction[];
  /** Functions that the user has confirmed for the rest of the run. */
  readonly #agreed = new Set<string>();
  readonly #records = new Map<string, { count: number; failed: number }>();
  /** Number of remaining confirmed calls, by name and arguments. */
  readonly #agreedCalls = new Map<string, number>();
  /** Calls whose rules are still being read, so it is not yet known whether they need confirmation. */
  readonly #arriving: Promise<unknown>[] = [];
  readonly #waiting: WaitingCall[] = [];
  readonly #log = new CallLog();

  constructor(host: CodeHost, functions: readonly CodeFunction[]) {
    this.#host = host;
    this.#functions = functions;
  }

  /** Records of all called functions. */
  get calls(): readonly CallRecord[] {
    return [...this.#records]
      .slice(0, maxRecorded)
      .map(([name, { count, failed }]) => ({ function: name, count, ...(failed > 0 && { failed }) }));
  }

  /** Selects the functions that were called. */
  pickCalled(functions: readonly CodeFunction[]): readonly CodeFunction[] {
    return functions.filter(({ name }) => this.#records.has(name));
  }

  /** Describes what the calls have changed, for the error of a script; `''` for nothing. */
  describeChanges(): string {
    return this.#log.describe();
  }

  /**
   * Asks the user to confirm all waiting calls in one elicitation.
   *
   * @param queued JSON text of pairs of a function's index and the JSON text of its arguments: calls that the script
   *   will make, which the confirmation includes.
   * @param signal Aborted when the run has ended.
   */
  async confirmWaiting(queued: string, signal: AbortSignal): Promise<void> {
    await Promise.all(this.#arriving.splice(0));
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      const later = await this.#findUnconfirmed(queued);
      const shown = [...waiting, ...later];
      const names = [...new Set(shown.map(({ name }) => name))];
      const trials = await this.#tryOut(shown, signal);
      const agreement = await this.#host.confirm(describeCalls(shown, trials), names);
      if (agreement === 'run') for (const name of names) this.#agreed.add(name);
      if (agreement === 'call') for (const call of later) this.#countAgreed(call, 1);
      for (const { agreed } of waiting) agreed(agreement !== undefined);
    } catch (error) {
      const refusal = new Error(`${messageOf(error)}. ${advice}`, { cause: error });
      for (const { fail } of waiting) fail(refusal);
    }
  }

  /**
   * Calls a function.
   *
   * @param signal Aborted when the run has ended, which cancels the call.
   * @returns JSON text of the result's members.
   * @throws Error for a function that is not allowed, or whose call the user does not confirm.
   */
  async call(index: number, json: string, signal: AbortSignal): Promise<string> {
    const called = this.#functions[index];
    if (called === undefined) throw new Error('No such function');
    const { name, operation } = called;
    const record = this.#records.get(name) ?? { count: 0, failed: 0 };
    this.#records.set(name, record);
    record.count += 1;
    let end: ((hasSucceeded: boolean) => void) | undefined;
    try {
      const { isReadOnly, isAgreed } = await this.#enter(called, json);
      if (!(await isAgreed)) throw new Error(describeRefusal(name));
      if (!isReadOnly) end = this.#log.begin(called, json);
      const members = await this.#host.call(operation, json, signal, isReadOnly);
      const isError = members.endsWith('"isError":true');
      if (isError) record.failed += 1;
      end?.(!isError);
      return members;
    } catch (error) {
      record.failed += 1;
      end?.(false);
      throw error;
    }
  }

  /** Selects the queued calls that need confirmation. The list comes from the script's thread, which is not trusted. */
  async #findUnconfirmed(queued: string): Promise<readonly ShownCall[]> {
    const calls = JSON.parse(queued) as readonly (readonly [index: number, json: string])[];
    const unconfirmed = await Promise.all(
      calls.slice(0, maxShownCalls).map(async ([index, json]) => {
        const called = this.#functions[index];
        if (called === undefined) return [];
        const rules = await readRules(this.#host.settings, called.operation);
        return rules.isAllowed && this.#needsConfirmation(called, rules, String(json))
          ? [{ ...called, json: String(json) }]
          : [];
      }),
    );
    return unconfirmed.flat();
  }

  #needsConfirmation({ name, operation }: CodeFunction, { needsConfirmation }: OperationRules, json: string): boolean {
    return needsConfirmation && !this.#agreed.has(name) && this.#host.mayCall(operation) && !isTrial(operation, json);
  }

  /**
   * Tries out calls that can be made without effect, one after the other, so that they do not lock each other out.
   *
   * @returns What each call would do, by {@link keyOf}.
   */
  async #tryOut(calls: readonly ShownCall[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const trials = new Map<string, string>();
    const { tryOut } = this.#host;
    if (tryOut === undefined) return trials;
    for (const call of calls) {
      const json = asTrial(call.operation, call.json);
      if (json === undefined || trials.has(keyOf(call)) || trials.size === maxTrials) continue;
      const trial = await tryOut(call.operation, json, signal).then(describeTrial, (error: unknown) =>
        describeFailedTrial(messageOf(error)),
      );
      trials.set(keyOf(call), trial);
    }
    return trials;
  }

  #countAgreed(call: Pick<ShownCall, 'name' | 'json'>, change: number): void {
    const key = keyOf(call);
    this.#agreedCalls.set(key, (this.#agreedCalls.get(key) ?? 0) + change);
  }

  /**
   * Admits a call. It waits for confirmation if the rules require it, unless the call lacks scopes and fails anyway.
   */
  #enter(called: CodeFunction, json: string): Promise<Entry> {
    const { name, operation } = called;
    const enter = async (): Promise<Entry> => {
      const rules = await readRules(this.#host.settings, operation);
      const isReadOnly = rules.isReadOnly || isTrial(operation, json);
      if (!rules.isAllowed) {
        throw new Error(`${name} is not allowed in code. code.allow in the server's definition determines this.`);
      }
      if (!this.#needsConfirmation(called, rules, json)) return { isReadOnly, isAgreed: true };
      const isAgreed = (this.#agreedCalls.get(keyOf({ name, json })) ?? 0) > 0;
      if (isAgreed) this.#countAgreed({ name, json }, -1);
      // Wrapped in an object, so that the promise is not awaited here.
      return { isReadOnly, isAgreed: isAgreed || this.#wait(called, json) };
    };
    const entered = enter();
    this.#arriving.push(entered.catch(() => {}));
    return entered;
  }

  #wait(called: CodeFunction, json: string): Promise<boolean> {
    const agreement = new Promise<boolean>((agreed, fail) => this.#waiting.push({ ...called, json, agreed, fail }));
    // The script may have ended before the user responds.
    agreement.catch(() => {});
    return agreement;
  }
}

interface Entry {
  readonly isReadOnly: boolean;
  readonly isAgreed: boolean | Promise<boolean>;
}

const advice = '`code: { confirm: never }` in the definition of the server allows the call without confirmation.';

/** Key of a call, which equal calls share. */
function keyOf({ name, json }: Pick<ShownCall, 'name' | 'json'>): string {
  return `${name} ${json}`;
}

/**
 * Creates the confirmation message: each call with its arguments and what it would do, and equal calls once with their
 * count.
 */
function describeCalls(calls: readonly ShownCall[], trials: ReadonlyMap<string, string>): string {
  const counts = new Map<string, { call: string; trial: string; count: number }>();
  for (const each of calls) {
    const call = `${each.name}(${each.json === '{}' ? '' : showArguments(each.json, maxShownCharacters)})`;
    const found = trials.get(keyOf(each));
    const trial = found === undefined ? '' : `. ${found}`;
    // Arguments that only look equal, because they are truncated, can have different outcomes.
    const key = JSON.stringify([call, trial]);
    counts.set(key, { call, trial, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const lines = [...counts.values()].map(
    ({ call, trial, count }) => `${call}${count === 1 ? '' : ` ×${count}`}${trial}`,
  );
  const [line = ''] = lines;
  if (lines.length === 1) return `A script wants to call ${line}${trials.size === 0 ? '. ' : '\n'}Allow it?`;
  return `A script wants to make ${calls.length} calls:\n${lines.map((each) => `- ${each}\n`).join('')}Allow them?`;
}

function describeRefusal(name: string): string {
  return `The user did not confirm the call to ${name}, so it was not made. ${advice}`;
}
