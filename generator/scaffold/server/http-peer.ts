import type { SourceNode } from '../../source/source-node.js';
import { maximalMessage, maximalTotal, PeerError, RpcError, type Peer } from './peer.js';
import { readMessage, showText } from './read-answer.js';

/** Milliseconds that an answer may take. */
const patience = 60_000;

const modernRevision = '2026-07-28';

/**
 * Talks to a server over Streamable HTTP.
 *
 * @param headers sent with every request, such as `Authorization`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function openHttpPeer(url: string, headers: ReadonlyMap<string, string>, signal: AbortSignal): Peer {
  let session: string | undefined;
  let revision: string | undefined;
  let nextId = 1;
  let total = 0;
  const send = async (method: 'POST' | 'DELETE', message?: { readonly method: string }): Promise<Response> => {
    const isModern = message?.method === 'server/discover' || revision === modernRevision;
    const version = isModern ? modernRevision : revision;
    return fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      headers: {
        ...Object.fromEntries(headers),
        accept: 'application/json, text/event-stream',
        ...(message && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'mcp-protocol-version': version }),
        ...(isModern && message && { 'mcp-method': message.method }),
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      ...(message && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
    });
  };
  return {
    probeMs: patience,
    agree(agreed) {
      revision = agreed;
    },
    async notify(method) {
      const response = await explain(url, send('POST', { method }));
      await response.body?.cancel();
    },
    async request(method, params) {
      const id = nextId++;
      const message = { id, method, params };
      const response = await explain(url, send('POST', message));
      if (response.status === 401 || response.status === 403) throw await describeRefusal(url, response);
      session ??= response.headers.get('mcp-session-id') ?? undefined;
      const { outcome, size } = await explain(url, readOutcome(response, id));
      total += size;
      if (total > maximalTotal) throw new PeerError(`${url} answers with more than ${maximalTotal} bytes.`);
      if (outcome instanceof RpcError) throw outcome;
      if (outcome) {
        if (method === 'server/discover') revision = modernRevision;
        return outcome;
      }
      const text = `${url} answers ${method} with ${response.status} and no JSON-RPC message that belongs to it.`;
      // A server that does not know this method may refuse it in any way: what that means is for the caller to judge.
      throw method === 'server/discover' ? new RpcError(0, text) : new PeerError(text);
    },
    async close() {
      if (session !== undefined)
        await send('DELETE')
          .then(({ body }) => body?.cancel())
          .catch(() => {});
    },
  };
}

async function describeRefusal(url: string, { status, body }: Response): Promise<PeerError> {
  await body?.cancel();
  return new PeerError(`${url} answers ${status}: give a token with --header "Authorization: Bearer …".`);
}

async function explain<T>(url: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof PeerError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) };
    if (name === 'TimeoutError') throw new PeerError(`${url} does not answer within ${patience / 1000} s.`);
    throw new PeerError(`${url} cannot be reached: ${showText(message)}.`);
  }
}

interface Received {
  readonly outcome: SourceNode | RpcError | undefined;
  /** Bytes. */
  readonly size: number;
}

/** The answer to a request, whether it comes by itself or in a stream; what else a stream holds is of no interest. */
async function readOutcome(response: Response, id: number): Promise<Received> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maximalMessage) throw new PeerError(`An answer of the server is larger than ${maximalMessage} bytes.`);
    text += decoder.decode(chunk, { stream: true });
    if (!isStream || !text.includes('data:')) continue;
    const events = text.split(/\r\n\r\n|\n\n|\r\r/u);
    text = events.pop() ?? '';
    for (const event of events) {
      const outcome = outcomeOf(dataOf(event), id);
      if (outcome) return { outcome, size };
    }
  }
  return { outcome: outcomeOf(isStream ? dataOf(text) : text, id), size };
}

function outcomeOf(text: string, id: number): SourceNode | RpcError | undefined {
  const message = readMessage(text, id);
  return message.kind === 'answer' && message.id === id ? message.outcome : undefined;
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function dataOf(event: string): string {
  return event
    .split(/\r\n|[\n\r]/u)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).replace(/^ /u, '')] : []))
    .join('\n');
}
