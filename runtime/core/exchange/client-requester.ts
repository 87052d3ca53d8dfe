import type { PartSpan } from '../api/telemetry.js';
import type { JsonObject } from '../../wire/json.js';
import { VisibleError } from '../api/errors.js';

/** A question of a handler to the client, independent of the era. */
export interface ClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** Name of the question. Several questions of one handler may share it. */
  readonly key: string;
  readonly params: JsonObject | undefined;
  /** An answer counts even if it comes before the question. */
  readonly isStatic?: boolean;
  /** Milliseconds that the client has to answer. */
  readonly timeoutMs: number;
  /** The answer when the client gives none. Absent: no answer is an error. */
  readonly fallback?: JsonObject;
  /** The handler gets the fallback from a client that cannot be asked. */
  readonly isOptional?: boolean;
  /** Span of the question. Absent without telemetry. */
  readonly span?: PartSpan;
  /** Reads the client's result. */
  read(result: JsonObject): Reading;
}

/** Reading of a client's result: an answer, the reason why it does not fit, or `undefined` for no answer at all. */
export type Reading = { readonly result: JsonObject } | { readonly problem: string } | undefined;

/** Asks the client questions for the handler of one request. Each era implements it in its own way. */
export interface ClientRequester {
  /**
   * Asks a question. Never settles when the request is suspended.
   *
   * @throws Error when there is no answer, and the question has no fallback.
   */
  send(clientRequest: ClientRequest): Promise<JsonObject>;
  /**
   * Ends the call because the client lacks a capability.
   *
   * @param required The capabilities that the question needs.
   */
  refuse(required: JsonObject): Promise<never>;
  /**
   * Runs a step, or returns its result of an earlier round, as JSON text.
   *
   * @param isAsking Whether the step itself waits for a question at the moment. By default steps do not ask.
   */
  step(name: string, run: () => Promise<string | undefined>, isAsking?: () => boolean): Promise<string | undefined>;
}

/** Maximum time that a client has to answer, in milliseconds. */
const maxWaitMs = 15 * 60_000;

/** The time that a client has to answer, in milliseconds. */
export function limitWait(timeoutMs = maxWaitMs): number {
  return Math.min(timeoutMs, maxWaitMs);
}

/** How often a question is asked again when the answer does not fit. */
export const maxRetries = 2;

/** The parameters of a question that is asked again. */
export function withReason(params: JsonObject | undefined, reason: string): JsonObject {
  const message = typeof params?.['message'] === 'string' ? params['message'] : '';
  return { ...params, message: `${message}\n\nThe previous response was invalid: ${reason}` };
}

/** The client has answered a question with an error, or with something that is no answer. */
export class RefusalError extends VisibleError {}

const requestNames: { readonly [capability: string]: string } = {
  elicitation: 'Elicitation',
  sampling: 'Sampling',
  roots: 'Listing roots',
};

/**
 * Creates the error of a client request that cannot be sent.
 *
 * @param method Method or capability, such as `elicitation/create` or `elicitation`.
 */
export function requestFailure(method: string, reason: string): VisibleError {
  return new VisibleError(`${requestNames[method.split('/', 1)[0] ?? ''] ?? 'Client request'} failed: ${reason}`);
}

/** Creates the error of a request to a legacy client that does not declare the required capability. */
export function lackOf(required: JsonObject): VisibleError {
  const names = Object.entries(required).flatMap(([name, modes]) => [name, ...Object.keys(modes as JsonObject)]);
  return requestFailure(names[0] ?? '', `the client does not declare the capability ${names.join('.')}`);
}
