import type { CodeHost } from '../api/definition.js';
import type { CodeFunction } from './name-functions.js';
import { messageOf } from '../protocol/protocol-error.js';
import { readRules } from './rules.js';

/** Functions that one question names. */
const maximalNamed = 20;
/** Functions in the record of a run. */
const maximalRecorded = 100;

/** Calls of a function in one run. */
interface CallRecord {
  readonly function: string;
  readonly count: number;
  readonly failed?: number;
}

/** Decides which calls of a run are carried out, asks the user where that is needed, and records the calls. */
export class CallGate {
  readonly #host: CodeHost;
  readonly #functions: readonly CodeFunction[];
  readonly #agreed = new Map<string, Promise<boolean>>();
  readonly #records = new Map<string, { count: number; failed: number }>();

  constructor(host: CodeHost, functions: readonly CodeFunction[]) {
    this.#host = host;
    this.#functions = functions;
  }

  /** Everything that was called. */
  get calls(): readonly CallRecord[] {
    return [...this.#records]
      .slice(0, maximalRecorded)
      .map(([name, { count, failed }]) => ({ function: name, count, ...(failed > 0 && { failed }) }));
  }

  /**
   * Asks once about the functions in a script that need it. The call asks about a function whose name the script hides, and about
   * those beyond the number that one question names.
   *
   * @throws Error when the user does not agree, or cannot be asked.
   */
  async askAbout(code: string): Promise<void> {
    const mentioned = this.#functions.filter(({ name }) => mentions(code, name));
    const needing = await Promise.all(
      mentioned.map(async (each) => {
        const { isAllowed, needsConfirmation } = await readRules(this.#host.settings, each.operation);
        return isAllowed && needsConfirmation ? [each.name] : [];
      }),
    );
    const names = needing.flat().slice(0, maximalNamed);
    if (names.length > 0 && !(await this.#ask(names))) throw new Error(describeRefusal(names));
  }

  /**
   * Calls a function.
   *
   * @param signal Aborted when the run has ended: then the call is not made any more, or is ended.
   * @returns JSON text of the result's members.
   * @throws Error for a function that is not allowed, or that the user does not agree to.
   */
  async call(index: number, json: string, signal: AbortSignal): Promise<string> {
    const called = this.#functions[index];
    if (called === undefined) throw new Error('There is no such function');
    const { name, operation } = called;
    const record = this.#records.get(name) ?? { count: 0, failed: 0 };
    this.#records.set(name, record);
    record.count += 1;
    try {
      const { isAllowed, needsConfirmation } = await readRules(this.#host.settings, operation);
      if (!isAllowed)
        throw new Error(`${name} is not allowed in code. The server's definition decides that (code.allow).`);
      if (needsConfirmation && !(await this.#ask([name]))) throw new Error(describeRefusal([name]));
      const members = await this.#host.call(operation, json, signal);
      if (members.endsWith('"isError":true')) record.failed += 1;
      return members;
    } catch (error) {
      record.failed += 1;
      throw error;
    }
  }

  async #confirm(message: string): Promise<boolean> {
    try {
      return await this.#host.confirm(message);
    } catch (error) {
      throw new Error(`${messageOf(error)}. ${advice}`, { cause: error });
    }
  }

  /** Whether the user agrees to calls of all these functions. No function is asked about twice. */
  async #ask(names: readonly string[]): Promise<boolean> {
    const unknown = names.filter((name) => !this.#agreed.has(name));
    if (unknown.length > 0) {
      const answer = this.#confirm(`A script wants to call: ${unknown.join(', ')}. Allow it for this run?`);
      for (const name of unknown) this.#agreed.set(name, answer);
    }
    const answers = await Promise.all(names.map((name) => this.#agreed.get(name)));
    return answers.every((answer) => answer === true);
  }
}

const advice = '`code: { confirm: never }` in the definition of the server allows the call without a question.';

/** Whether a text has a name, and not only as the beginning of a longer one. */
function mentions(code: string, name: string): boolean {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (!/^[\p{ID_Continue}$]/u.test(code.slice(end, end + 2))) return true;
  }
  return false;
}

function describeRefusal(names: readonly string[]): string {
  return `The user did not agree to the call of ${names.join(', ')}. It was not made. ${advice}`;
}
