import { parseJson } from '../../../core/source/parse-json.js';
import { childOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import { HttpLink, type LinkFailure } from '../../../../runtime/wire/peer/http-link.js';
import type { JsonMessage } from '../../../../runtime/wire/peer/json-message.js';
import type { Link, LinkEvents } from '../../../../runtime/wire/peer/link.js';
import { Peer, PeerError, type Codec, type ServerRequest } from '../../../../runtime/wire/peer/peer.js';
import { openCommandLink } from '../../links/command-link.js';
import { requestFrom } from '../../links/node-http.js';
import { describeFailure } from '../../links/send-request.js';
import { showText } from '../../links/show-text.js';
import { CommandError } from '../../links/split-command.js';
import { startTimeLimit } from '../../links/time-limit.js';

/** Server to read. */
export interface ServerTarget {
  /** Command that starts the server, or address of its MCP endpoint. */
  readonly server: string;
  /** Headers for an address. */
  readonly headers: ReadonlyMap<string, string>;
  /** Absolute path of the folder that the command runs in. */
  readonly cwd: string;
}

/** Connection to a running server. Results keep the spelling of numbers and the order of keys, which parsed JSON loses. */
export interface OpenServer {
  /**
   * Sends a request and waits for its result.
   *
   * @param params With `_meta` the request is one of the modern era.
   * @throws {PeerError} for an error of the server, with its code, and when there is no answer
   */
  readonly request: (method: string, params: object) => Promise<SourceNode>;
  readonly notify: (method: string) => void;
  /** Milliseconds to wait for an answer to `server/discover`, which legacy servers may ignore. */
  readonly probeMs: number;
  readonly close: () => Promise<void>;
}

/** Milliseconds that an answer may take: a command such as `npx` may have to install the server first. */
const patienceMs = { command: 120_000, address: 60_000 };

/** Milliseconds to wait for an answer to `server/discover` at most. */
const probeMs = { command: 3000, address: 10_000 };

/** Bytes of one message over HTTP, and of all output of a server, at most. */
const maximalMessage = 16 * 1024 * 1024;
const maximalTotal = 64 * 1024 * 1024;

/** Messages of a command at most. */
const maximalLines = 100_000;

/** Most requests of the server before one answer. */
const maximalRequests = 20;

/**
 * Connects to a server.
 *
 * @param ownPatienceMs milliseconds that each answer may take
 * @throws {PeerError} when the command cannot be parsed
 */
export function openServer(target: ServerTarget, signal: AbortSignal, ownPatienceMs?: number): OpenServer {
  const { server } = target;
  const kind = isAddress(server) ? 'address' : 'command';
  const who = kind === 'address' ? server : 'The server';
  const patience = ownPatienceMs ?? patienceMs[kind];
  let questions = 0;
  const peer = new Peer<SourceNode>({
    open: (events) => (kind === 'address' ? linkTo(target, events) : linkByCommand(target, events)),
    codec,
    async asked(question) {
      questions += 1;
      if (questions > maximalRequests) peer.end(`${who} makes more than ${maximalRequests} requests.`);
      return answer(question);
    },
  });
  return {
    probeMs: Math.min(probeMs[kind], patience / 2),
    notify: (method) => peer.notify(method),
    async request(method, params) {
      const limit = startTimeLimit(patience, signal);
      questions = 0;
      try {
        return await peer.request(method, params, { signal: limit.signal });
      } catch (error) {
        if (limit.isOver()) throw new PeerError(`${who} did not respond to ${method} within ${patience / 1000} s.`);
        if (error instanceof PeerError) throw error;
        throw new PeerError(`${who} cannot be reached: ${describeFailure(error)}.`);
      } finally {
        limit.stop();
      }
    },
    close: () => peer.close(),
  };
}

/** Whether a server is named by its address. */
function isAddress(server: string): boolean {
  return /^https?:\/\//iu.test(server);
}

function linkTo({ server, headers }: ServerTarget, events: LinkEvents): Link {
  const limit = countTotal(`${server} answers with`);
  const request = requestFrom(new URL(server), (bytes) => {
    const reason = limit(bytes);
    if (reason !== undefined) throw new PeerError(reason);
  });
  const explain = (failure: LinkFailure, message: JsonMessage): string => explainFailure(server, failure, message);
  const target = { request, headers: Object.fromEntries(headers), maxMessageBytes: maximalMessage, explain };
  return new HttpLink({ ...target, isListening: false }, events);
}

function explainFailure(url: string, failure: LinkFailure, { method }: JsonMessage): string {
  if ('error' in failure) {
    if (failure.error instanceof PeerError) return failure.error.message;
    return `${url} cannot be reached: ${showText(describeFailure(failure.error))}.`;
  }
  const { status } = failure;
  if (status === 401 || status === 403) {
    return `${url} responded with ${status}: pass a token with --header "Authorization: Bearer …".`;
  }
  if (status >= 300 && status < 400) return `${url} redirects, which is not followed.`;
  return `${url} responded to ${String(method)} with ${status} and no matching JSON-RPC message.`;
}

function linkByCommand({ server, cwd }: ServerTarget, events: LinkEvents): Link {
  let lines = 0;
  const received = (text: string): void => {
    lines += 1;
    if (lines <= maximalLines) events.received(text);
    else events.ended(`The server writes more than ${maximalLines} lines.`);
  };
  try {
    return openCommandLink(server, cwd, { ...events, received }, countTotal('The server writes'));
  } catch (error) {
    throw error instanceof CommandError ? new PeerError(error.message) : error;
  }
}

/** Makes a limit for the bytes of a server. */
function countTotal(what: string): (bytes: number) => string | undefined {
  let total = 0;
  return (bytes) => {
    total += bytes;
    return total > maximalTotal ? `${what} more than ${maximalTotal} bytes.` : undefined;
  };
}

/**
 * Capabilities that the client declares, because some servers list tools only for clients that have them. The client has no
 * folders, no model and no user: see {@link answer}.
 */
export const clientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

function answer({ method }: ServerRequest<SourceNode>): object {
  if (method === 'roots/list') return { roots: [] };
  throw new PeerError('Method not found', -32_601);
}

/** Messages as syntax trees of their raw text. */
const codec: Codec<SourceNode> = {
  read(text) {
    const { root } = parseJson('answer', text);
    const id = childOf(root, 'id');
    const error = childOf(root, 'error');
    const outcome = childOf(root, 'result') ?? (error && readError(error));
    return [{ id: id?.kind === 'scalar' ? id.value : undefined, method: stringAt(root, 'method'), outcome }];
  },
  write: (message) => JSON.stringify(message),
};

function readError(error: SourceNode): PeerError {
  const code = childOf(error, 'code');
  const number = code?.kind === 'scalar' && typeof code.value === 'number' ? code.value : 0;
  return new PeerError(showText(stringAt(error, 'message') ?? 'no message'), number, childOf(error, 'data'));
}
