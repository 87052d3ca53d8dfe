import type { Attributes } from '@opentelemetry/api';
import type { ServerDefinition } from '../../core/api/definition.js';
import type { ObservedMessage, ObservedServer, ObservedSession, Sender } from '../../core/api/telemetry.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { isModernVersion } from '../../wire/protocol-versions.js';

/** Maximum length of an attribute from a client, in characters. */
const maxId = 128;
const maxUri = 1024;

/** Notifications that clients can send in any protocol version. */
const notifications: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Request or notification of a client, as the server received it. */
export interface ReceivedMessage {
  readonly server: ObservedServer;
  readonly message: ObservedMessage;
  readonly sender: Sender;
  /** Session of a legacy-era message. */
  readonly session: ObservedSession | undefined;
}

/** Facts about a message, as attributes. */
export interface MessageFacts {
  /** Name of the method; `_OTHER` for an unknown method, because clients could send any number of them. */
  readonly method: string;
  /** Name of the tool or prompt, if the definition declares it. */
  readonly target: string | undefined;
  /** Low-cardinality attributes of the span and of metrics. */
  readonly common: Attributes;
  /** Additional attributes of the span. */
  readonly ofSpan: Attributes;
}

/**
 * Describes a message.
 *
 * @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
 */
export function describeMessage({ server, message, sender, session }: ReceivedMessage): MessageFacts {
  const { definition, parts } = server;
  const { params, id } = message;
  const isKnown = parts.methods.has(message.method) || notifications.has(message.method);
  const method = isKnown ? message.method : '_OTHER';
  const { http, socket } = sender;
  const tool = method === 'tools/call' ? findName(definition, 'tools', params['name']) : undefined;
  const prompt = findName(definition, 'prompts', promptOf(method, params));
  const uri = /^resources\/(?:read|subscribe|unsubscribe)$/u.test(method) ? params['uri'] : undefined;
  return {
    method,
    target: tool ?? prompt,
    common: {
      'mcp.method.name': method,
      ...(tool === undefined ? {} : { 'gen_ai.tool.name': tool }),
      ...(method === 'tools/call' ? { 'gen_ai.operation.name': 'execute_tool' } : {}),
      ...(prompt === undefined ? {} : { 'gen_ai.prompt.name': prompt }),
      ...describeConnection(socket !== undefined || http !== undefined, socket?.httpVersion),
    },
    ofSpan: {
      ...(id === undefined ? {} : { 'jsonrpc.request.id': String(id).slice(0, maxId) }),
      ...(typeof uri === 'string' ? { 'mcp.resource.uri': uri.slice(0, maxUri) } : {}),
      ...(session?.id === undefined ? {} : { 'mcp.session.id': session.id }),
      ...(socket?.remoteAddress === undefined ? {} : { 'client.address': socket.remoteAddress }),
    },
  };
}

/**
 * Returns the protocol version of a message; `undefined` if the server does not support it. `initialize` changes the
 * version of its session.
 */
export function protocolVersionOf({ message, session }: ReceivedMessage): string | undefined {
  if (session !== undefined) return session.caller.protocolVersion;
  const meta = message.params['_meta'];
  const claimed = isJsonObject(meta) ? meta[versionKey] : undefined;
  return isModernVersion(claimed) ? claimed : undefined;
}

/**
 * Returns the attributes of the transport.
 *
 * @see
 *   https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#recording-mcp-transport
 */
export function describeConnection(isHttp: boolean, version?: string): Attributes {
  if (!isHttp) return { 'network.transport': 'pipe' };
  return {
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    ...(version === undefined ? {} : { 'network.protocol.version': version }),
  };
}

function promptOf(method: string, params: JsonObject): unknown {
  if (method === 'prompts/get') return params['name'];
  const ref = method === 'completion/complete' ? params['ref'] : undefined;
  return isJsonObject(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined;
}

const namesByDefinition = new WeakMap<
  ServerDefinition,
  { readonly [list in 'tools' | 'prompts']: ReadonlySet<string> }
>();

/** Returns the name if the definition declares it, because clients could send any number of other names. */
function findName(definition: ServerDefinition, list: 'tools' | 'prompts', name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  let names = namesByDefinition.get(definition);
  if (names === undefined) {
    const prompts = new Set(definition.prompts.map((prompt) => prompt.name));
    names = { tools: new Set(definition.tools.names), prompts };
    namesByDefinition.set(definition, names);
  }
  return names[list].has(name) ? name : undefined;
}
