import type { CodeFunction } from './name-functions.js';
import { showArguments } from './show-arguments.js';

/** Maximum length of a list of calls, in characters. */
const maxList = 1000;
/** Maximum length of the argument that identifies a call, in characters. */
const maxArgument = 40;
/** Maximum length of arguments that are read, in characters. */
const maxRead = 20_000;

/** A call that changes something. */
interface LoggedCall {
  readonly name: string;
  /** The argument that identifies the call; `''` if there is none. */
  readonly argument: string;
}

/** Log of calls that change something and that succeeded or were still running when the run ended. */
export class CallLog {
  readonly #running = new Set<LoggedCall>();
  readonly #succeeded: LoggedCall[] = [];

  /** Records the start of a call. The returned function records its outcome. */
  begin(called: CodeFunction, json: string): (hasSucceeded: boolean) => void {
    const call = { name: called.name, argument: findArgument(called, json) };
    this.#running.add(call);
    return (hasSucceeded) => {
      this.#running.delete(call);
      if (hasSucceeded) this.#succeeded.push(call);
    };
  }

  /** Describes what a failed script has changed; `''` for nothing. */
  describe(): string {
    const [done, stopped] = [this.#succeeded, [...this.#running]];
    const lines = [
      describe(
        done,
        (isOne) => `${isOne ? 'call' : 'calls'} had succeeded`,
        (isOne) => `Do not repeat ${isOne ? 'it' : 'them'}.`,
      ),
      describe(
        stopped,
        (isOne) => `${isOne ? 'call was' : 'calls were'} stopped and may have taken effect`,
        (isOne) => `Check before you repeat ${isOne ? 'it' : 'them'}.`,
      ),
    ];
    return lines.filter((line) => line !== '').join('\n');
  }
}

type Words = (isOne: boolean) => string;

/** Describes calls: `2 calls had succeeded: github.issues.update 5, 6. Do not repeat them.` */
function describe(calls: readonly LoggedCall[], what: Words, advice: Words): string {
  if (calls.length === 0) return '';
  const isOne = calls.length === 1;
  return `${calls.length} ${what(isOne)}: ${list(calls)}. ${advice(isOne)}`;
}

function list(calls: readonly LoggedCall[]): string {
  const byName = new Map<string, string[]>();
  for (const { name, argument } of calls) byName.set(name, [...(byName.get(name) ?? []), argument]);
  let text = '';
  let listed = 0;
  for (const [name, identifiers] of byName) {
    for (const [index, argument] of identifiers.entries()) {
      const shown =
        index === 0 ? `${name}${argument === '' ? '' : ` ${argument}`}` : argument === '' ? '(again)' : argument;
      const separator = text === '' ? '' : index === 0 ? '; ' : ', ';
      if (text.length + separator.length + shown.length > maxList) return `${text} and ${calls.length - listed} more`;
      text += separator + shown;
      listed += 1;
    }
  }
  return text;
}

/** Names of arguments that identify the object of a call. */
const identifying =
  /^(?:id|key|number|name|slug|sha|ref|path|title|email)$|(?:[a-z\d]I|_i|^i)d$|(?:_|[a-z])(?:[Nn]umber|[Kk]ey|[Nn]ame)$/u;

/**
 * Finds the argument that identifies a call: the last path parameter, otherwise an argument with such a name, otherwise
 * the first scalar.
 */
function findArgument({ operation: { request } }: CodeFunction, json: string): string {
  if (json.length > maxRead) return '';
  const callArguments = Object.entries(JSON.parse(json) as { readonly [name: string]: unknown }).filter(([, value]) =>
    isScalar(value),
  );
  const parameter = [...request.matchAll(/\{([^{}]{1,100})\}/gu)].at(-1)?.[1];
  const [, value] =
    callArguments.find(([name]) => name === parameter) ??
    callArguments.find(([name]) => identifying.test(name)) ??
    callArguments[0] ??
    [];
  return value === undefined
    ? ''
    : showArguments(typeof value === 'string' ? value : JSON.stringify(value), maxArgument);
}

function isScalar(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
