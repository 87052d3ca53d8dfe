import { childOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import { parseJson } from '../../../core/source/parse-json.js';

/**
 * Connection to a running MCP server. Answers are syntax trees of their raw text: numbers keep their spelling and objects
 * the order of their keys, which the official client's transports lose, because they hand over parsed JSON.
 */
export interface Peer {
  /**
   * Sends a request and waits for its result.
   *
   * @param params With `_meta` the request is one of the modern era.
   * @throws {RpcError} when the server answers with an error
   * @throws {PeerError} when there is no answer, or none that belongs to the request
   */
  readonly request: (method: string, params: object) => Promise<SourceNode>;
  /** Sends a notification. */
  readonly notify: (method: string) => Promise<void>;
  /** Milliseconds to wait for an answer to `server/discover`, which legacy servers may ignore. */
  readonly probeMs: number;
  readonly close: () => Promise<void>;
}

/** The revision of modern requests. */
export const modernRevision = '2026-07-28';

/** Thrown when a server cannot be reached or understood. The message is for the user. */
export class PeerError extends Error {
  override readonly name: string = 'PeerError';
}

/** Thrown when a server answers with a JSON-RPC error. */
export class RpcError extends PeerError {
  override readonly name = 'RpcError';
  readonly code: number;
  /** Message of the server. */
  readonly said: string;
  readonly data: SourceNode | undefined;

  constructor(code: number, said: string, data?: SourceNode) {
    super(`The server answers with error ${code}: ${said}`);
    this.code = code;
    this.said = said;
    this.data = data;
  }
}

/** Bytes of one message, and of all messages of a server, at most. */
export const maximalMessage = 16 * 1024 * 1024;
export const maximalTotal = 64 * 1024 * 1024;

/** A message of a server, reduced to the members that a client without capabilities needs. */
export interface ServerMessage {
  readonly id: string | number | undefined;
  readonly method: string | undefined;
  /** Result or error of an answer. */
  readonly outcome: SourceNode | RpcError | undefined;
}

/**
 * Capabilities that the client declares, because some servers list tools only for clients that have them. The client has no
 * folders, no model and no user: see {@link answerRequest}.
 */
export const clientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** Result or error with which the client answers a request of the server. */
export function answerRequest(method: string): object {
  if (method === 'ping') return { result: {} };
  if (method === 'roots/list') return { result: { roots: [] } };
  return { error: { code: -32_601, message: 'Method not found' } };
}

/** Parses a message. A text that is no JSON-RPC message has no members. */
export function readMessage(text: string): ServerMessage {
  const { root } = parseJson('answer', text);
  const idNode = childOf(root, 'id');
  const id = idNode?.kind === 'scalar' ? idNode.value : undefined;
  const error = childOf(root, 'error');
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    method: stringAt(root, 'method'),
    outcome: childOf(root, 'result') ?? (error && readError(error)),
  };
}

function readError(error: SourceNode): RpcError {
  const code = childOf(error, 'code');
  const number = code?.kind === 'scalar' && typeof code.value === 'number' ? code.value : 0;
  return new RpcError(number, showText(stringAt(error, 'message') ?? 'no message'), childOf(error, 'data'));
}

/** Cleans a text of a server for one line of a terminal. */
export function showText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
