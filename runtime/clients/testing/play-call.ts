import { isJsonObject, type JsonObject } from '../../wire/json-object.js';
import { revisionFeatures } from '../../wire/revisions.js';
import { readError } from '../../wire/peer/json-codec.js';
import type { Peer, PeerRequestOptions } from '../../wire/peer/peer.js';
import { isModern, type TestCase } from './test-case.js';

/** Request without the members that its revision adds. */
export interface PlayedCall {
  readonly method: string;
  readonly params: JsonObject;
}

/** Capability that a client does not declare. */
export type Inability = 'elicitation' | 'sampling' | 'roots';

/** Client of a test case and its answers. */
export interface Player {
  readonly client: Peer<JsonObject>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly without: readonly Inability[];
  /** Returns the result of a question. */
  readonly answer: (question: JsonObject) => Promise<JsonObject>;
  /** Options of each request that the call consists of; the signal cancels the call. */
  readonly options?: PeerRequestOptions<JsonObject>;
}

/** Milliseconds between two polls of a task. */
const pollMs = 2;

/**
 * Makes the only call of a connection as a client of the revision does, and answers its questions until it ends.
 *
 * @throws {PeerError} when the server answers with an error
 */
export async function playCall(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  if (!isModern(testCase.revision)) await initialize(player, testCase);
  return makeCall(player, testCase, call);
}

/**
 * Starts a connection of a legacy revision.
 *
 * @throws Error when the server speaks another revision.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export async function initialize({ client, clientInfo, without }: Player, testCase: TestCase): Promise<void> {
  const { revision } = testCase;
  const capabilities = declareCapabilities(testCase, without);
  const hello = await client.request('initialize', { protocolVersion: revision, capabilities, clientInfo });
  if (hello['protocolVersion'] !== revision) {
    throw new Error(`The server does not speak ${revision}: ${JSON.stringify(hello)}`);
  }
  client.notify('notifications/initialized');
}

/**
 * Makes a call, and answers its questions until it ends. A connection of a legacy revision must be started.
 *
 * @throws {PeerError} when the server answers with an error
 */
export function makeCall(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  return isModern(testCase.revision)
    ? playModern(player, testCase, call)
    : player.client.request(call.method, call.params, player.options);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow */
async function playModern(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  const { client, clientInfo, without, options } = player;
  // A request that begins a task is not canceled: only its answer names the task.
  const { signal: _signal, ...uncancelled } = options ?? {};
  const asked = testCase.isTask ? uncancelled : options;
  const { _meta: own } = call.params;
  const _meta = {
    ...(isJsonObject(own) ? own : {}),
    'io.modelcontextprotocol/protocolVersion': testCase.revision,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': declareCapabilities(testCase, without),
  };
  let result = await client.request(call.method, { ...call.params, _meta }, asked);
  while (result['resultType'] === 'input_required') {
    const { inputRequests, requestState } = result;
    const inputResponses = await answerAll(player, inputRequests);
    const params = { ...call.params, requestState, inputResponses, _meta };
    result = await client.request(call.method, params, asked);
  }
  return result['resultType'] === 'task' ? followTask(player, { taskId: result['taskId'], _meta }) : result;
}

/** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status */
async function followTask({ client, answer, options }: Player, about: JsonObject): Promise<JsonObject> {
  const answered = new Set<string>();
  for (;;) {
    if (options?.signal?.aborted === true) {
      await client.request('tasks/cancel', about);
      options.signal.throwIfAborted();
    }
    const { status, result, error, inputRequests } = await client.request('tasks/get', about);
    if (status === 'completed' && isJsonObject(result)) return result;
    if (status === 'failed' && isJsonObject(error)) throw readError(error);
    if (status !== 'working' && status !== 'input_required') throw new Error(`The task ended as ${String(status)}`);
    const inputResponses = await answerAll({ answer }, inputRequests, answered);
    if (Object.keys(inputResponses).length > 0) {
      await client.request('tasks/update', { ...about, inputResponses });
    } else {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

/** @param answered Keys of the questions that are answered already. */
async function answerAll(
  { answer }: Pick<Player, 'answer'>,
  requests: unknown,
  answered = new Set<string>(),
): Promise<JsonObject> {
  const responses: [string, JsonObject][] = [];
  for (const [key, request] of Object.entries(isJsonObject(requests) ? requests : {})) {
    if (answered.has(key) || !isJsonObject(request)) continue;
    answered.add(key);
    responses.push([key, await answer(request)]);
  }
  return Object.fromEntries(responses);
}

/** Capabilities that the client declares: all that its revision has, except those in `without`. */
function declareCapabilities({ revision, isTask }: TestCase, without: readonly Inability[]): JsonObject {
  const { elicitation, samplingTools } = revisionFeatures[revision];
  const forms = elicitation === 'modes' ? { form: {}, url: {} } : {};
  const all: readonly [string, JsonObject][] = [
    ...(elicitation === 'none' ? [] : [['elicitation', forms] as [string, JsonObject]]),
    ['sampling', samplingTools ? { tools: {}, context: {} } : {}],
    ['roots', {}],
    ...(isTask ? [['extensions', { 'io.modelcontextprotocol/tasks': {} }] as [string, JsonObject]] : []),
  ];
  return Object.fromEntries(all.filter(([name]) => !without.some((inability) => inability === name)));
}
