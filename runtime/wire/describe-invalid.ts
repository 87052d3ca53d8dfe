import { isJsonObject, tooDeep } from './json.js';
import { isRequestId } from './json-rpc.js';

const tooDeepReason = 'the message is nested too deeply';

/** Describes the problem with a message that `classify` finds invalid. */
export function describeInvalid(message: unknown): string {
  if (message === tooDeep) return tooDeepReason;
  if (!isJsonObject(message)) return 'a message must be a JSON object';
  const { jsonrpc, id, method, params } = message;
  if (params === tooDeep) return tooDeepReason;
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (id !== undefined && !isRequestId(id)) return '"id" must be a string or an integer up to 2^53 - 1';
  return typeof method === 'string' ? '"params" must be an object' : '"method" must be a string';
}
