import type { PartSpan } from '../api/telemetry.js';
import type { JsonObject } from '../../wire/json.js';
import { VisibleError } from '../api/errors.js';

/** Request of a handler to the client (elicitation, sampling, roots), independent of the era. */
export interface ClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** Key of the request. Several requests of one handler can share a key. */
  readonly key: string;
  readonly params: JsonObject | undefined;
  /** Whether a response counts even if it arrives before the request is sent. */
  readonly isStatic?: boolean;
  /** Timeout for the client's response, in milliseconds. */
  readonly timeoutMs: number;
  /** Result if the client does not respond. Absent: no response is an error. */
  readonly fallback?: JsonObject;
  /** Whether the handler gets the fallback if the client lacks the capability. */
  readonly isOptional?: boolean;
  /** Span of the request. Absent without telemetry. */
  readonly span?: PartSpan;
  /** Reads the client's result. */
  read(result: JsonObject): Reading;
}

/**
 * Outcome of validating a client's result: the result, the reason why it is invalid, or `undefined` for something that is not a result.
 */
export type Reading = { readonly result: JsonObject } | { readonly problem: string } | undefined;

/** Sends client requests for the handler of one request. Each era has its own implementation. */
export interface ClientRequester {
  /**
   * Sends a client request. Never settles if the handler is suspended.
   *
   * @throws Error if the client does not respond and the request has no fallback.
   */
  send(clientRequest: ClientRequest): Promise<JsonObject>;
  /**
   * Ends the call because the client lacks a capability.
   *
   * @param required The capabilities that the request needs.
   */
  refuse(required: JsonObject): Promise<never>;
  /**
   * Runs a step, or returns its result from an earlier round, as JSON text.
   *
   * @param isAsking Whether the step currently waits for a client request of its own. Default: never.
   */
  step(name: string, run: () => Promise<string | undefined>, isAsking?: () => boolean): Promise<string | undefined>;
}

/** Maximum timeout for a client's response, in milliseconds. */
const maxWaitMs = 15 * 60_000;

/** Limits the timeout for a client's response, in milliseconds. Default: the maximum. */
export function limitWait(timeoutMs = maxWaitMs): number {
  return Math.min(timeoutMs, maxWaitMs);
}

/** Maximum number of times that a request is sent again after an invalid result. */
export const maxRetries = 2;

/** Returns the parameters of a request that is sent again after an invalid result. */
export function withReason(params: JsonObject | undefined, reason: string): JsonObject {
  const message = typeof params?.['message'] === 'string' ? params['message'] : '';
  return { ...params, message: `${message}\n\nThe previous response was invalid: ${reason}` };
}

/** Thrown if the client responded to a request with an error or an invalid response. */
export class RefusalError extends VisibleError {}

const requestNames: { readonly [capability: string]: string } = {
  elicitation: 'Elicitation',
  sampling: 'Sampling',
  roots: 'Listing roots',
};

const failureReasons = 'the client does not declare|the client has no stream|protocol version \\S+ does not support';

/** Whether an error message reports a client request that cannot be sent. */
export function isRequestFailure(message: string): boolean {
  return new RegExp(`^(?:${Object.values(requestNames).join('|')}) failed: (?:${failureReasons})`, 'u').test(message);
}

/**
 * Creates the error for a client request that cannot be sent.
 *
 * @param method Method or capability, such as `elicitation/create` or `elicitation`.
 */
export function requestFailure(method: string, reason: string): VisibleError {
  return new VisibleError(`${requestNames[method.split('/', 1)[0] ?? ''] ?? 'Client request'} failed: ${reason}`);
}

/** Creates the error for a client request that got no response. */
export function noResponse(method: string): VisibleError {
  return new VisibleError(`The client did not respond to ${method}`);
}

/** Creates the error for a request to a legacy client that does not declare the required capability. */
export function lackOf(required: JsonObject): VisibleError {
  const names = Object.entries(required).flatMap(([name, modes]) => [name, ...Object.keys(modes as JsonObject)]);
  return requestFailure(names[0] ?? '', `the client does not declare the capability ${names.join('.')}`);
}
