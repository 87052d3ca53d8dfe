import { childOf, stringAt, type SourceNode } from '../../source/source-node.js';
import { parseJson } from '../../source/parse-json.js';

/**
 * Connection to a running MCP server. Answers are syntax trees of their raw text: numbers keep their spelling and objects
 * the order of their keys, which the official client's transports lose, because they hand over parsed JSON.
 */
export interface Peer {
  /**
   * Sends a request and waits for its result.
   *
   * @throws {RpcError} when the server answers with an error
   * @throws {PeerError} when there is no answer, or none that belongs to the request
   */
  readonly request: (method: string, params: object) => Promise<SourceNode>;
  /** Sends a notification. */
  readonly notify: (method: string) => Promise<void>;
  /** Sets the revision of a legacy session, after `initialize`. */
  readonly agree: (revision: string) => void;
  /** Milliseconds to wait for an answer to `server/discover`, which legacy servers may ignore. */
  readonly probeMs: number;
  readonly close: () => Promise<void>;
}

/** Thrown when a server cannot be reached or understood. The message is for the user. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
}

/** Thrown when a server answers with a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: SourceNode | undefined;

  constructor(code: number, message: string, data?: SourceNode) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Bytes of one message, and of all messages of a server, at most. */
export const maximalMessage = 16 * 1024 * 1024;
export const maximalTotal = 64 * 1024 * 1024;

/** A message of a server, reduced to the members that a client without capabilities needs. */
export type ServerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: SourceNode | RpcError }
  | { readonly kind: 'request'; readonly id: string | number; readonly method: string }
  | { readonly kind: 'other' };

/**
 * Parses a message. A text that is no JSON-RPC message counts as `other`.
 *
 * @param onlyId The only open request: an error without an id belongs to it.
 */
export function readMessage(text: string, onlyId?: number): ServerMessage {
  const root = parseJson('answer', text).root;
  const idNode = childOf(root, 'id');
  const id = idNode?.kind === 'scalar' ? idNode.value : undefined;
  const method = stringAt(root, 'method');
  if (method !== undefined) {
    return typeof id === 'string' || typeof id === 'number' ? { kind: 'request', id, method } : { kind: 'other' };
  }
  const result = childOf(root, 'result');
  if (result) return typeof id === 'number' ? { kind: 'answer', id, outcome: result } : { kind: 'other' };
  const error = childOf(root, 'error');
  const failed = typeof id === 'number' ? id : onlyId;
  return error && failed !== undefined ? { kind: 'answer', id: failed, outcome: readError(error) } : { kind: 'other' };
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
