import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import { finishRequest } from '../../wire/peer/finish-request.js';
import type { Peer, PeerRequestOptions } from '../../wire/peer/peer.js';
import { isModernVersion } from '../../wire/protocol-versions.js';
import type { TestCase } from './test-case.js';

/** Request without the members that its protocol version adds. */
export interface PlayedCall {
  readonly method: string;
  readonly params: JsonObject;
}

/** Capability that a client does not declare. */
export type MissingCapability = 'elicitation' | 'sampling' | 'roots';

/** Client of a test case, with its responses. */
export interface Player {
  readonly client: Peer<JsonObject>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly withoutCapabilities: readonly MissingCapability[];
  /** Returns the result of a client request. */
  readonly respond: (clientRequest: JsonObject) => Promise<JsonObject>;
  /** Options of each request of the call; the signal cancels the call. */
  readonly options?: PeerRequestOptions<JsonObject>;
}

/** Polling interval of a task, in milliseconds. */
const pollMs = 2;

/**
 * Makes the only call of a connection in the protocol version of the test case, and responds to client requests until
 * the call ends.
 *
 * @throws {PeerError} for an error of the server
 */
export async function playCall(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  if (!isModernVersion(testCase.protocolVersion)) await initialize(player, testCase);
  return makeCall(player, testCase, call);
}

/**
 * Starts a connection of a legacy protocol version.
 *
 * @throws Error if the server selects a different protocol version.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export async function initialize(
  { client, clientInfo, withoutCapabilities }: Player,
  testCase: TestCase,
): Promise<void> {
  const { protocolVersion } = testCase;
  const capabilities = declareCapabilities(testCase, withoutCapabilities);
  const hello = await client.request('initialize', { protocolVersion, capabilities, clientInfo });
  if (hello['protocolVersion'] !== protocolVersion) {
    throw new Error(`The server does not support ${protocolVersion}: ${JSON.stringify(hello)}`);
  }
  client.notify('notifications/initialized');
}

/**
 * Makes a call, and responds to client requests until the call ends. A connection of a legacy protocol version must be
 * started.
 *
 * @throws {PeerError} for an error of the server
 */
export function makeCall(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  return isModernVersion(testCase.protocolVersion)
    ? playModern(player, testCase, call)
    : player.client.request(call.method, call.params, player.options);
}

function playModern(player: Player, testCase: TestCase, call: PlayedCall): Promise<JsonObject> {
  const { client, clientInfo, withoutCapabilities, respond, options } = player;
  // A request that starts a task is not canceled: only its result has the id of the task.
  const { signal, ...uncancelled } = options ?? {};
  const asked = testCase.isTask ? uncancelled : options;
  const { _meta: meta } = call.params;
  const _meta = {
    ...(isJsonObject(meta) ? meta : {}),
    'io.modelcontextprotocol/protocolVersion': testCase.protocolVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': declareCapabilities(testCase, withoutCapabilities),
  };
  return finishRequest({
    send: (more) => client.request(call.method, { ...call.params, ...more, _meta }, asked),
    request: (method, params) => client.request(method, { ...params, _meta }),
    ask: respond,
    signal,
    pollMs: () => pollMs,
  });
}

/** Returns the capabilities that the client declares: all capabilities of its protocol version, except `without`. */
function declareCapabilities({ protocolVersion, isTask }: TestCase, without: readonly MissingCapability[]): JsonObject {
  const { elicitation, samplingTools } = protocolFeatures[protocolVersion];
  const forms = elicitation === 'modes' ? { form: {}, url: {} } : {};
  const all: readonly [string, JsonObject][] = [
    ...(elicitation === 'none' ? [] : [['elicitation', forms] as [string, JsonObject]]),
    ['sampling', samplingTools ? { tools: {}, context: {} } : {}],
    ['roots', {}],
    ...(isTask ? [['extensions', { 'io.modelcontextprotocol/tasks': {} }] as [string, JsonObject]] : []),
  ];
  return Object.fromEntries(all.filter(([name]) => !without.some((inability) => inability === name)));
}
