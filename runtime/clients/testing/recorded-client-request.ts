import type { JsonObject } from '../../wire/json.js';

/** Client request, as the client received it. */
export interface RecordedClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** Text for the user. For sampling, the text of the last messages with the same role; for roots, empty. */
  readonly message: string;
  /** Schema of the form, if there is one. */
  readonly requestedSchema?: JsonObject;
  /** URL of the page to open, if there is one. */
  readonly url?: string;
  /** All parameters of the request. */
  readonly params: JsonObject;
  /** Number of requests with this method and message, up to and including this request. */
  readonly count: number;
}
