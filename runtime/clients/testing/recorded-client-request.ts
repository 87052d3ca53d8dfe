import type { JsonObject } from '../../wire/json.js';

/** Client request, as the client received it. */
export interface RecordedClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** Text for the user; for sampling, the text of the last message, or messages of one role; empty for roots. */
  readonly message: string;
  /** Schema of the form, if there is one. */
  readonly requestedSchema?: JsonObject;
  /** URL of the page to open, if there is one. */
  readonly url?: string;
  /** All parameters of the request. */
  readonly params: JsonObject;
  /** Number of requests with this method and message so far, including this one. */
  readonly count: number;
}
