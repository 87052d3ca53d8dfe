import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import type { AskedServer } from '../kit/ask-server.js';
import { formatRequest, type MockApi } from '../kit/start-mock-api.js';
import { holds, ModelSession, type ListedTool, type Spent, type ReadAnswer } from './model-session.js';
import type { Task, Use } from './task.js';

/** How the operations of an API reach a model: as tools, behind three tools, or as functions for its code. */
export type Mode = 'tools' | 'discover' | 'code';

export const modes: readonly Mode[] = ['tools', 'discover', 'code'];

/** Result of a task. */
export interface Played extends Spent {
  readonly mode: Mode;
  /** Operations that the search did not find with the words of the task. */
  readonly missed: readonly string[];
  /** Why the task is not done; `undefined`: its effects reached the API, and its answer the model. */
  readonly problem?: string;
}

/** A server of an API in some mode, and the API behind it. */
export interface ModeServer {
  /** Name of the API in the definition. */
  readonly api: string;
  readonly mode: Mode;
  readonly server: AskedServer;
  readonly tools: readonly ListedTool[];
  readonly mock: MockApi;
}

/** Outcome of a task: the facts that a model found, and those that it did not find. */
interface Outcome {
  readonly answer: unknown;
  readonly missed: readonly string[];
}

/** Does a task as a model would in a mode, and looks at what arrived at the API and at the model. */
export async function playTask(place: ModeServer, task: Task): Promise<Played> {
  place.mock.use(task.replies);
  const session = new ModelSession(place.server);
  const play = { tools: playDirect, discover: playDiscover, code: playCode }[place.mode];
  let outcome: Outcome = { answer: undefined, missed: [] };
  let problem: string | undefined;
  try {
    outcome = await play(place, task, session);
    problem = findProblem(task, outcome.answer, place.mock);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return { mode: place.mode, ...session.spent, missed: outcome.missed, ...(problem !== undefined && { problem }) };
}

function findProblem(task: Task, answer: unknown, { requests }: MockApi): string | undefined {
  const changes = requests
    .filter(({ method }) => method !== 'GET')
    .map(formatRequest)
    .toSorted();
  const expected = (task.effects ?? []).toSorted();
  if (!isDeepStrictEqual(changes, expected)) {
    return `the API got ${JSON.stringify(changes)} instead of ${JSON.stringify(expected)}`;
  }
  if (task.answer === undefined || holds(answer, task.answer)) return undefined;
  return `the answer is ${JSON.stringify(answer)} instead of ${JSON.stringify(task.answer)}`;
}

/** The model calls the tools of the operations. */
async function playDirect({ api, tools }: ModeServer, task: Task, session: ModelSession): Promise<Outcome> {
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
  const answer = await runScript(api, task, async (use, input) =>
    session.call(use.tool, withFields(use, input, schemas.get(use.tool))),
  );
  return { answer, missed: [] };
}

/** The model searches the operations, reads their descriptions, and calls them. */
async function playDiscover({ api }: ModeServer, task: Task, session: ModelSession): Promise<Outcome> {
  const uses = Object.values(task.uses);
  const found = await Promise.all(uses.map(({ query }) => session.call('search_operations', { query })));
  const missed = uses.filter(({ tool }, index) => !holds(found[index]?.value, tool)).map(({ tool }) => tool);
  const described = await Promise.all(uses.map(({ tool }) => session.call('describe_operation', { operation: tool })));
  const schemas = new Map(
    described.map(({ value }, index) => [uses[index]?.tool, (value as Partial<ListedTool>).inputSchema]),
  );
  const answer = await runScript(api, task, (use, input) => {
    const given = withFields(use, input, schemas.get(use.tool));
    return session.call('call_operation', { operation: use.tool, arguments: given });
  });
  return { answer, missed };
}

/** The model searches the functions, asks for whole signatures where the answers do not show what it needs, and writes one script. */
async function playCode({ api }: ModeServer, task: Task, session: ModelSession): Promise<Outcome> {
  const uses = Object.entries(task.uses);
  const found = await Promise.all(uses.map(([, { query }]) => session.call('search_api', { query })));
  const text = found.map((answer) => answer.text).join('\n');
  const missed = uses.filter(([call]) => !text.includes(call.slice(call.lastIndexOf('.') + 1))).map(([call]) => call);
  const unclear = uses
    .filter(([call, use]) => !isClear(text, call, use, task.script))
    .map(([call]) => `${api}.${call}`);
  if (unclear.length > 0) await session.call('search_api', { names: unclear });
  const answer = await session.call('run_code', { code: task.script.trim() });
  if (answer.isError) throw new Error(answer.text);
  return { answer: answer.value, missed };
}

/** Whether answers of a search declare a function, and name the arguments and the fields of its answer that a script uses. */
function isClear(text: string, call: string, { fields = [] }: Use, script: string): boolean {
  const name = call.slice(call.lastIndexOf('.') + 1);
  if (!new RegExp(`(?<![\\w.])${name}\\(`, 'u').test(text)) return false;
  const [, given = ''] = new RegExp(`\\.${call.replaceAll('.', '\\.')}\\(\\{([^{}]*)`, 'u').exec(script) ?? [];
  const members = [...given.matchAll(/(?:^|,) *(\w+)/gu)].map(([, member = '']) => member);
  const known = new Set(text.match(/\w+/gu));
  return [...members, ...fields.flatMap((path) => path.split('.'))].every((member) => known.has(member));
}

type CallUse = (use: Use, input: object) => Promise<ReadAnswer>;

/** Runs the script of a task; each of its calls is one of the model's. Errors of tools are exceptions, as in code mode. */
async function runScript(api: string, { uses, script }: Task, call: CallUse): Promise<unknown> {
  const functions: { [name: string]: unknown } = {};
  for (const [name, use] of Object.entries(uses)) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let parent = functions;
    for (const step of steps) parent = (parent[step] ??= {}) as { [name: string]: unknown };
    parent[last] = async (input: object = {}) => {
      const { value, text, isError } = await call(use, input);
      if (isError) throw new Error(`${name}: ${text}`);
      return value;
    };
  }
  return runInNewContext(`(async () => {${script}})()`, { [api]: functions }) as Promise<unknown>;
}

function withFields({ fields }: Use, input: object, schema: ListedTool['inputSchema'] | undefined): object {
  return fields === undefined || schema?.properties?.['fields'] === undefined ? input : { ...input, fields };
}
