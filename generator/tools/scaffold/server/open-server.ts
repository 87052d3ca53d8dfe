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

/** Server whose lists are read. */
export interface ServerTarget {
  /** Command that starts the server, or URL of its MCP endpoint. */
  readonly server: string;
  /** HTTP headers for a URL. */
  readonly headers: ReadonlyMap<string, string>;
  /** Absolute path of the command's working directory. */
  readonly cwd: string;
}

/** Connection to a running server. Results preserve the spelling of numbers and the order of keys, which parsed JSON loses. */
export interface OpenServer {
  /**
   * Sends a request and waits for its result.
   *
   * @param params Parameters; with `_meta`, the request belongs to the modern era.
   * @throws {PeerError} for an error response (with its code), and if there is no response
   */
  readonly request: (method: string, params: object) => Promise<SourceNode>;
  readonly notify: (method: string) => void;
  /** Timeout of `server/discover` in milliseconds; legacy servers may ignore it. */
  readonly probeMs: number;
  readonly close: () => Promise<void>;
}

/** Response timeouts in milliseconds. A command such as `npx` may first have to install the server. */
const responseTimeoutMs = { command: 120_000, address: 60_000 };

/** Maximum timeouts of `server/discover` in milliseconds. */
const probeMs = { command: 3000, address: 10_000 };

/** Maximum number of bytes in an HTTP message, and in all output of a server. */
const maxMessageBytes = 16 * 1024 * 1024;
const maxTotalBytes = 64 * 1024 * 1024;

/** Maximum number of messages from a command. */
const maxMessages = 100_000;

/** Maximum number of requests from the server. */
const maxServerRequests = 20;

/**
 * Connects to a server.
 *
 * @param timeoutMs Response timeout in milliseconds. The default depends on the kind of server.
 * @throws {PeerError} if the command cannot be parsed
 */
export function openServer(target: ServerTarget, signal: AbortSignal, timeoutMs?: number): OpenServer {
  const { server } = target;
  const kind = isAddress(server) ? 'address' : 'command';
  const who = kind === 'address' ? server : 'The server';
  const timeout = timeoutMs ?? responseTimeoutMs[kind];
  let serverRequests = 0;
  const peer = new Peer<SourceNode>({
    open: (events) => (kind === 'address' ? linkTo(target, events) : linkByCommand(target, events)),
    codec,
    async asked(serverRequest) {
      serverRequests += 1;
      if (serverRequests > maxServerRequests) peer.end(`${who} sent more than ${maxServerRequests} requests.`);
      return respond(serverRequest);
    },
  });
  return {
    probeMs: Math.min(probeMs[kind], timeout / 2),
    notify: (method) => peer.notify(method),
    async request(method, params) {
      const limit = startTimeLimit(timeout, signal);
      serverRequests = 0;
      try {
        return await peer.request(method, params, { signal: limit.signal });
      } catch (error) {
        if (limit.isOver()) throw new PeerError(`${who} did not respond to ${method} within ${timeout / 1000} s.`);
        if (error instanceof PeerError) throw error;
        throw new PeerError(`${who} cannot be reached: ${describeFailure(error)}.`);
      } finally {
        limit.stop();
      }
    },
    close: () => peer.close(),
  };
}

/** Whether the server is specified by its URL. */
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
  const target = { request, headers: Object.fromEntries(headers), maxMessageBytes, explain };
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
  if (status >= 300 && status < 400) return `${url} redirects; redirects are not followed.`;
  return `${url} responded to ${String(method)} with ${status} and no matching JSON-RPC message.`;
}

function linkByCommand({ server, cwd }: ServerTarget, events: LinkEvents): Link {
  let lines = 0;
  const received = (text: string): void => {
    lines += 1;
    if (lines <= maxMessages) events.received(text);
    else events.ended(`The server wrote more than ${maxMessages} lines.`);
  };
  try {
    return openCommandLink(server, cwd, { ...events, received }, countTotal('The server writes'));
  } catch (error) {
    throw error instanceof CommandError ? new PeerError(error.message) : error;
  }
}

/** Creates a limit for the number of bytes from a server. */
function countTotal(what: string): (bytes: number) => string | undefined {
  let total = 0;
  return (bytes) => {
    total += bytes;
    return total > maxTotalBytes ? `${what} more than ${maxTotalBytes} bytes.` : undefined;
  };
}

/**
 * Declared client capabilities, because some servers only list tools for clients that have them. The client provides no
 * folders, no model and no user: see {@link respond}.
 */
export const clientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

function respond({ method }: ServerRequest<SourceNode>): object {
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
