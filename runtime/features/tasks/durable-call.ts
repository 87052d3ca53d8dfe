import type { AuthInfo, ClientIdentity, LogLevel } from '../../core/api/request-context.js';
import type { Caller, Exchange } from '../../core/exchange/exchange.js';
import { exactOf } from '../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** Call of a durable task, with everything that a worker needs to make it. */
export interface DurableCall {
  readonly taskId: string;
  /** JSON text of the parameters. */
  readonly params: string;
  /**
   * Protocol version of the caller, under its former name, because workers of all versions of this package read stored calls.
   */
  readonly revision: ProtocolVersion;
  readonly client?: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  readonly logLevel?: LogLevel | undefined;
  /** The caller: principal, scopes and claims, but no token. */
  readonly auth?: AuthInfo | undefined;
  /** The HTTP request of the call, without its headers, which may contain secrets. */
  readonly http?: { readonly method: string; readonly url: string } | undefined;
  /** Span of the request, as members of `_meta`. The runs of the task continue its trace. Absent without telemetry. */
  readonly trace?: { readonly [name: string]: string } | undefined;
}

/** Returns the key of a sealed call in the store. */
export function callKey(taskId: string): string {
  return `task:${taskId}:call`;
}

/** Describes the call of a request.
 *
 * @throws TypeError for caller claims that are not JSON.
 */
export function describeCall(
  taskId: string,
  params: JsonObject,
  { channel, span }: Exchange,
  caller: Caller,
): DurableCall {
  const { auth, http } = channel;
  const { requestState: _requestState, ...rest } = params;
  const given = isJsonObject(rest['arguments']) ? { arguments: exactOf(rest['arguments']) } : {};
  return {
    taskId,
    params: stringifyExact({ ...rest, ...given }) ?? '{}',
    revision: caller.protocolVersion,
    client: caller.client,
    clientCapabilities: caller.clientCapabilities,
    logLevel: caller.logLevel,
    auth,
    http: http && { method: http.method, url: http.url },
    trace: span?.carrier,
  };
}
