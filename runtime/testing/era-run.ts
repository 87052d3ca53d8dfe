import type { JsonObject } from '../protocol/json-object.js';
import type { Passage } from './list-passages.js';

/** What one call came to in one revision, on one transport. */
export interface EraRun extends Passage {
  /** Such as `2025-11-25 over stdio`. */
  readonly name: string;
  readonly outcome: Outcome;
  /** All that the client was asked, in the order in which it was. */
  readonly questions: readonly SeenQuestion[];
  /** All that was recorded, in the order in which it happened: the name, and the detail as JSON where there is one. */
  readonly effects: readonly string[];
  /** What the server told its operator. */
  readonly reports: readonly string[];
}

/**
 * How a call ended: with a result, without what the modern era puts around it; with a JSON-RPC error; or not at all, because
 * a question had no answer in the script, time was up, or the server did not keep to the protocol.
 */
export type Outcome =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly failure: string };

/** A question as the client saw it. */
export interface SeenQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  /** What the user is asked; the last text for the client's model; empty for folders. */
  readonly message: string;
  /** The form, where there is one. */
  readonly requestedSchema?: JsonObject;
  /** The page to open, where there is one. */
  readonly url?: string;
  /** All that came with the question. */
  readonly params: JsonObject;
  /** How often this method came with this message, this time included. */
  readonly count: number;
}
