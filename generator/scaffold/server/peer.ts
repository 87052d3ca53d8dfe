import type { SourceNode } from '../../source/source-node.js';

/** A running MCP server, as a client sees it. */
export interface Peer {
  /**
   * Sends a request and waits for its result.
   *
   * @throws {RpcError} when the server answers with an error
   * @throws {PeerError} when it answers nothing, or nothing that makes sense
   */
  readonly request: (method: string, params: object) => Promise<SourceNode>;
  /** Sends a notification. */
  readonly notify: (method: string) => Promise<void>;
  /** From now on requests are those of a session that has agreed on this revision. */
  readonly agree: (revision: string) => void;
  /** How long to wait for the answer to a first request that older servers may not know, in milliseconds. */
  readonly probeMs: number;
  readonly close: () => Promise<void>;
}

/** A server cannot be talked to. The message says why. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
}

/** A server has answered with an error. */
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

/** Bytes that one message of a server may have. */
export const maximalMessage = 16 * 1024 * 1024;

/** Bytes that all messages of a server together may have. */
export const maximalTotal = 64 * 1024 * 1024;
