import type { JsonObject } from '../protocol/json-object.js';

/** A request to the client, before it is known how it gets there. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** Its name; several questions of one handler may have the same. */
  readonly key: string;
  readonly params: JsonObject | undefined;
  /** An answer counts even if it comes before the question. */
  readonly isStatic: boolean;
  /** How long the client has to answer, in milliseconds. */
  readonly timeoutMs: number;
  /** What counts as the answer when there is none; absent where that is an error. */
  readonly fallback?: JsonObject;
  /** The handler gets the fallback from a client that cannot be asked. */
  readonly isOptional: boolean;
  /** Judges the result that a client gave. */
  read(result: JsonObject): Reading;
}

/** What a result is worth: an answer; or it does not fit, and why; `undefined`: it is none at all. */
export type Reading = { readonly answer: JsonObject } | { readonly misfit: string } | undefined;

/** How the handler of one request gets at the client; each era has its own way. */
export interface Dialog {
  /**
   * Asks. Never settles when the request is suspended.
   *
   * @throws when there is no answer, and the question has no fallback.
   */
  put(question: Question): Promise<JsonObject>;
  /**
   * Gives up because the client does not have what it takes.
   *
   * @param required Capabilities of a client that can be asked.
   */
  refuse(required: JsonObject): Promise<never>;
  /** Does something, or gives what it gave in an earlier round: the JSON text of its result. */
  step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined>;
}

/** The longest time that a client has to answer, in milliseconds. */
const maximalWaitMs = 15 * 60_000;

/** The time that a client has to answer, in milliseconds. */
export function limitWait(timeoutMs = maximalWaitMs): number {
  return Math.min(timeoutMs, maximalWaitMs);
}

/** How often a question is asked again when the answer does not fit. */
export const maximalRetries = 2;

/** The parameters of a question that is asked again. */
export function withReason(params: JsonObject | undefined, reason: string): JsonObject {
  const message = typeof params?.['message'] === 'string' ? params['message'] : '';
  return { ...params, message: `${message}\n\nThe last answer cannot be used: ${reason}` };
}
