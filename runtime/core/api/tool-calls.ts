import type { HandlerContext, NoElicitations } from './handler-context.js';
import type { JsonObject } from '../../wire/json.js';

/** Runs calls of a tool around its handler. Its return value is encoded like that of a handler. */
export type AroundCall = (call: SurroundedCall) => Promise<unknown>;

/** Call with valid arguments that {@link AroundCall} runs. */
export interface SurroundedCall {
  /** Name of the tool. */
  readonly tool: string;
  readonly input: JsonObject;
  readonly context: HandlerContext<NoElicitations, never>;
  /** Calls the handler. */
  run(input: JsonObject, context: HandlerContext<NoElicitations, never>): Promise<unknown>;
  /** Awaits the return value of another function that has the type of the handler. */
  settle(returned: unknown): Promise<unknown>;
  /** Encodes a result, which `change` changes; to be returned. */
  finish(returned: unknown, change: (result: EncodedMembers) => EncodedMembers): unknown;
  /** Provides a second context for a part of the call, with the same elicitations and credentials. */
  branch<Result>(work: (context: HandlerContext<NoElicitations, never>) => Promise<Result>): Promise<Result>;
  /** Records a fact about the call in its log line and span. */
  mark(fact: string): void;
}

/** JSON text of the members of a result without braces, beginning with `content`, and its `_meta`. */
export interface EncodedMembers {
  readonly members: string | Uint8Array;
  readonly meta?: { readonly [key: string]: unknown };
}
