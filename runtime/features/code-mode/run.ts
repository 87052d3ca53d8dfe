import type { RunCodeResult, CodeHost, RunCodeInput } from '../../core/api/definition.js';
import { codeFactsKey } from '../../wire/code-facts-key.js';
import { errorKey } from '../../wire/error-key.js';
import { isJsonObject } from '../../wire/json.js';
import { parseExactJson } from '../../wire/parse-json.js';
import { messageOf } from '../../wire/protocol-error.js';
import { stringifyMarked } from '../../wire/stringify-exact.js';
import { adviseOn, listArguments } from './advise.js';
import { CallGate } from './call-gate.js';
import { MemberNames } from './member-names.js';
import { nameFunctions, type CodeFunction } from './name-functions.js';
import { runInThread, type CallOutcome, type ScriptOutcome } from './run-in-thread.js';
import type { ScriptLimits } from './thread/messages.js';
import { unwrapFence } from './unwrap-fence.js';

/** Limits of every run. */
const limits: ScriptLimits = {
  computeMs: 2_000,
  wallMs: 120_000,
  memoryBytes: 64 * 1024 * 1024,
  sharedBytes: 128 * 1024 * 1024,
  stackBytes: 256 * 1024,
  calls: 200,
  parallelCalls: 8,
  argumentCharacters: 1024 * 1024,
  valueCharacters: 8 * 1024 * 1024,
  resultCharacters: 4 * 1024 * 1024,
  printedCharacters: 8_000,
};
/** Maximum length of a result, in characters: about 10,000 tokens. */
const maxResultCharacters = 40_000;

/** Runs code in a sandbox, with a function for each tool. */
export async function run(host: CodeHost, { code }: RunCodeInput): Promise<RunCodeResult> {
  const leave = host.enter();
  if (leave === undefined) return { text: 'Too many scripts are running. Try again later.', isError: true };
  // If an elicitation suspends the request, no code after it runs.
  host.signal.addEventListener('abort', leave, { once: true });
  try {
    return await runScript(host, code);
  } catch (error) {
    return { text: messageOf(error), isError: true };
  } finally {
    leave();
  }
}

async function runScript(host: CodeHost, source: string): Promise<RunCodeResult> {
  const code = unwrapFence(source);
  const functions = nameFunctions(host.operations);
  const names = new MemberNames();
  const mark = crypto.randomUUID();
  const gate = new CallGate(host, functions);
  const startedAt = await host.startedAt();
  const printed: string[] = [];
  let dropped = 0;
  const print = (line: string | undefined): void => {
    if (line === undefined) dropped += 1;
    else printed.push(line);
  };
  const ended = new AbortController();
  const call = async (index: number, json: string): Promise<CallOutcome> => {
    try {
      const result = readResult(await gate.call(index, unmark(json, mark), ended.signal), mark, names);
      return 'message' in result
        ? { ...result, message: await explainRefusal(result.message, functions[index]) }
        : result;
    } catch (error) {
      return { message: messageOf(error) };
    }
  };
  const job = { code, functions: functions.map(({ name }) => name), limits, mark, startedAt };
  const { signal, isAsking } = host;
  const outcome = await runInThread(job, {
    signal,
    isAsking,
    call,
    print,
    settleCalls: (queued) => void gate.confirmWaiting(queued, ended.signal),
  }).finally(() => ended.abort());
  const text = [
    describeOutcome(outcome, code, mark),
    outcome.kind === 'error' ? adviseOn(outcome.message, code, host, functions) : '',
    await adviseOnMembers(names, outcome, code, gate.pickCalled(functions)),
    outcome.kind === 'error' ? gate.describeChanges() : '',
    outcome.kind !== 'cancelled' && (outcome.open ?? '') !== ''
      ? `Not awaited when the script ended: ${outcome.open}. These calls were stopped. Await every call.`
      : '',
    outcome.kind === 'value' && outcome.lost !== ''
      ? `Errors that the script did not handle:\n${outcome.lost}\nAwait every call.`
      : '',
    printed.length === 0 ? '' : `Console:\n${printed.join('\n')}${dropped > 0 ? '\n… (more was printed)' : ''}`,
  ];
  const calls = gate.calls;
  return {
    text: text.filter((part) => part !== '').join('\n\n'),
    ...(outcome.kind !== 'value' && { isError: true }),
    ...(calls.length > 0 && { meta: { 'create-mcp-from-schema/calls': calls } }),
  };
}

/** Advises on members that a script reads but no result has. */
function adviseOnMembers(
  names: MemberNames,
  outcome: ScriptOutcome,
  code: string,
  called: readonly CodeFunction[],
): Promise<string> | '' {
  if (outcome.kind === 'value') return names.advise({ code, json: outcome.json, isTypeError: false }, called);
  const isTypeError = outcome.kind === 'error' && outcome.message.startsWith('TypeError:');
  return isTypeError ? names.advise({ code, json: undefined, isTypeError }, called) : '';
}

/** Rewrites an argument error for the function that a script has called. */
async function explainRefusal(message: string, called: CodeFunction | undefined): Promise<string> {
  const [refusal = ''] = /^Invalid arguments for tool "[^"]*":/u.exec(message) ?? [];
  if (refusal === '' || called === undefined) return message;
  const lines = [`Invalid arguments of ${called.name}:${message.slice(refusal.length)}`, await listArguments(called)];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * Reads the members of a result: the structured value, otherwise the text, otherwise the content. A failure becomes its
 * message.
 */
function readResult(members: string, mark: string, names: MemberNames): CallOutcome {
  const {
    content,
    structuredContent,
    isError,
    _meta: meta,
  } = parseExactJson(`{${members}}`) as {
    readonly content?: readonly unknown[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
    readonly _meta?: { readonly [key: string]: unknown };
  };
  const texts = (content ?? []).flatMap((block) =>
    isJsonObject(block) && block['type'] === 'text' ? [String(block['text'])] : [],
  );
  const text = texts.join('\n');
  const about = readFacts(isError === true ? [meta?.[errorKey], meta?.[codeFactsKey]] : [meta?.[codeFactsKey]], mark);
  if (isError === true) return { message: text === '' ? 'The call failed' : text, ...about };
  if (structuredContent === undefined && texts.length !== (content ?? []).length)
    return { json: JSON.stringify(content) };
  const value = structuredContent ?? readJsonText(text) ?? text;
  names.note(value);
  return { json: stringifyMarked(value, mark), ...about };
}

/** Reads facts about the call of an API, and the declared error of a tool without data that is too large. */
function readFacts(given: readonly unknown[], mark: string): { readonly about?: string } {
  const facts: object = Object.assign({}, ...given.filter(isJsonObject));
  const about = stringifyMarked(facts, mark) ?? '{}';
  if (about === '{}') return {};
  return { about: about.length > limits.valueCharacters ? JSON.stringify({ ...facts, data: undefined }) : about };
}

/** Parses a string that contains a JSON object or array; returns `undefined` for any other string. */
function readJsonText(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Replaces marked strings with the integers that they represent. */
function unmark(json: string, mark: string): string {
  return json.includes(mark) ? json.replace(new RegExp(`"${mark}(-?\\d+)"`, 'gu'), '$1') : json;
}

function describeOutcome(outcome: ScriptOutcome, code: string, mark: string): string {
  if (outcome.kind === 'cancelled') return 'The script was cancelled.';
  if (outcome.kind === 'error') return describeError(outcome, code);
  const { isText } = outcome;
  const json = outcome.json === undefined ? undefined : unmark(outcome.json, mark);
  if (json === undefined) return 'The script returned no value. End it with an expression or `return` one.';
  if (json.length <= maxResultCharacters) return json;
  const left = json.length - maxResultCharacters;
  const advice = `Return less: pick fields, slice lists, or count.`;
  return `${json.slice(0, maxResultCharacters)}…\n\n(The last ${left} of ${json.length} characters${isText ? '' : ' of the JSON'} are omitted. ${advice})`;
}

/** Describes an error with its position: the line of the script, and a mark below the column. */
function describeError(
  { message, line, column }: Extract<ScriptOutcome, { readonly kind: 'error' }>,
  code: string,
): string {
  if (line === undefined || column === undefined) return message;
  // Columns count code points.
  const characters = Array.from(code.split('\n')[line - 1] ?? '');
  const start = Math.max(0, column - 60);
  const shown = characters.slice(start, start + 120);
  const mark = shown.slice(0, column - 1 - start).map((character) => (character === '\t' ? character : ' '));
  return `${message}\n    at line ${line}, column ${column}:\n${shown.join('')}\n${mark.join('')}^`;
}
