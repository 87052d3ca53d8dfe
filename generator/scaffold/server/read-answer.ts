import { parseJson } from '../../source/parse-json.js';
import { childOf, stringAt, type SourceNode } from '../../source/source-node.js';
import { RpcError } from './peer.js';

/** A message of a server as far as a client that only asks has to know it. */
export type ServerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: SourceNode | RpcError }
  | { readonly kind: 'request'; readonly id: string | number; readonly method: string }
  | { readonly kind: 'other' };

/**
 * Reads a message; numbers and the order of keys are kept as they are. What is no JSON-RPC message is of no interest.
 *
 * @param onlyId The only request that can be meant where an error does not say which.
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
  const message = stringAt(error, 'message') ?? 'no message';
  return new RpcError(
    code?.kind === 'scalar' && typeof code.value === 'number' ? code.value : 0,
    showText(message),
    childOf(error, 'data'),
  );
}

/** A text of a stranger on one line of a terminal. */
export function showText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
