import type { IncomingMessage } from 'node:http';
import { stringAt, type SourceNode } from '../../../core/source/source-node.js';
import { describeFailure, sendRequest } from '../send-request.js';
import { startTimeLimit } from '../time-limit.js';
import { EventReader } from './event-reader.js';
import {
  answerRequest,
  maximalMessage,
  maximalTotal,
  modernRevision,
  PeerError,
  readMessage,
  RpcError,
  showText,
  type Peer,
  type ServerMessage,
} from './peer.js';

/** Milliseconds that an answer may take. */
const defaultPatienceMs = 60_000;

/** Milliseconds to wait for an answer to `server/discover` at most. */
const maximalProbeMs = 10_000;

/** Most requests of the server before one answer. */
const maximalRequests = 20;

/** Milliseconds that ending a session may take. */
const closingMs = 5000;

/**
 * Connects to a server over Streamable HTTP.
 *
 * @param ownHeaders sent with every request, such as `Authorization`
 * @param patienceMs milliseconds that each answer may take
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function openHttpPeer(
  url: string,
  ownHeaders: ReadonlyMap<string, string>,
  signal: AbortSignal,
  patienceMs = defaultPatienceMs,
): Peer {
  /** Id and revision of a legacy session. */
  let session: string | undefined;
  let revision: string | undefined;
  let nextId = 1;
  let total = 0;
  const send = (limit: AbortSignal, message?: RpcMessage): Promise<IncomingMessage> => {
    const isModern = message?.method !== undefined && message.params !== undefined && '_meta' in message.params;
    const version = isModern ? modernRevision : revision;
    const request = {
      method: message ? 'POST' : 'DELETE',
      headers: {
        ...Object.fromEntries(ownHeaders),
        accept: 'application/json, text/event-stream',
        ...(isModern && { 'mcp-method': message.method }),
        ...(version !== undefined && { 'mcp-protocol-version': version }),
        ...(session !== undefined && { 'mcp-session-id': session }),
        ...(message && { 'content-type': 'application/json' }),
      },
      ...(message && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
    };
    return sendRequest(new URL(url), request, limit);
  };
  /** Runs a step with a time limit, and explains its failure. */
  const inTime = async <T>(
    milliseconds: number,
    what: string,
    step: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const limit = startTimeLimit(milliseconds, signal);
    try {
      return await step(limit.signal);
    } catch (error) {
      if (error instanceof PeerError) throw error;
      if (limit.isOver()) throw new PeerError(`${url} does not answer ${what} within ${milliseconds / 1000} s.`);
      throw new PeerError(`${url} cannot be reached: ${showText(describeFailure(error))}.`);
    } finally {
      limit.stop();
    }
  };
  const exchange = async (limit: AbortSignal, method: string, params: object): Promise<SourceNode> => {
    const id = nextId++;
    const response = await send(limit, { id, method, params });
    const { statusCode: status = 0, headers } = response;
    if (status === 401 || status === 403) {
      throw new PeerError(`${url} answers ${status}: give a token with --header "Authorization: Bearer …".`);
    }
    if (status >= 300 && status < 400) throw new PeerError(`${url} redirects, which is not followed.`);
    const given = headers['mcp-session-id'];
    session ??= typeof given === 'string' ? given : undefined;
    const answers: Promise<unknown>[] = [];
    const { outcome, size } = await readOutcome(response, id, (request, name) => {
      if (answers.length === maximalRequests)
        throw new PeerError(`${url} makes more than ${maximalRequests} requests.`);
      const answer = send(limit, { id: request, ...answerRequest(name) });
      answers.push(answer.then((answered) => answered.resume()).catch(() => undefined));
    });
    // The end of this step closes its connections.
    await Promise.all(answers);
    total += size;
    if (total > maximalTotal) throw new PeerError(`${url} answers with more than ${maximalTotal} bytes.`);
    if (outcome instanceof RpcError) throw outcome;
    if (method === 'initialize') revision = stringAt(outcome, 'protocolVersion');
    if (outcome) return outcome;
    const text = `${url} answers ${method} with ${status} and no JSON-RPC message that belongs to it.`;
    // A legacy server may refuse `server/discover` in any way; the caller then tries `initialize`.
    throw method === 'server/discover' ? new RpcError(0, text) : new PeerError(text);
  };
  return {
    probeMs: Math.min(maximalProbeMs, patienceMs / 2),
    request: (method, params) => inTime(patienceMs, method, (limit) => exchange(limit, method, params)),
    notify: (method) =>
      inTime(patienceMs, method, async (limit) => {
        await send(limit, { method });
      }),
    async close() {
      if (session === undefined) return;
      await inTime(closingMs, 'DELETE', (limit) => send(limit)).catch(() => undefined);
    },
  };
}

/** A request, without `id` a notification, without `method` an answer. */
interface RpcMessage {
  readonly method?: string;
  readonly id?: string | number;
  readonly params?: object;
}

interface Received {
  readonly outcome: SourceNode | RpcError | undefined;
  /** Bytes. */
  readonly size: number;
}

/**
 * Reads the answer to a request from a JSON body or an event stream.
 *
 * @param answer Called with each request of the server that comes before.
 */
async function readOutcome(
  response: IncomingMessage,
  id: number,
  answer: (id: string | number, method: string) => void,
): Promise<Received> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  const reader = new EventReader();
  let text = '';
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximalMessage) throw new PeerError(`An answer of the server is larger than ${maximalMessage} bytes.`);
    const decoded = decoder.decode(chunk, { stream: true });
    if (!isStream) text += decoded;
    for (const data of isStream ? reader.push(decoded) : []) {
      const message = readMessage(data);
      const outcome = outcomeOf(message, id);
      if (outcome) return { outcome, size };
      if (message.id !== undefined && message.method !== undefined) answer(message.id, message.method);
    }
  }
  return { outcome: outcomeOf(readMessage(isStream ? reader.end() : text), id), size };
}

/** The outcome of the only open request: an error without an id belongs to it. */
function outcomeOf({ id, method, outcome }: ServerMessage, ownId: number): SourceNode | RpcError | undefined {
  const isOwn = id === ownId || (id === undefined && outcome instanceof RpcError);
  return method === undefined && isOwn ? outcome : undefined;
}
