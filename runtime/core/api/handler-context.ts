import type { RequestContext } from './request-context.js';

/**
 * Second parameter of the handlers of tools, prompts and resources: the request, and functions that ask the client.
 *
 * From 2026-07-28 on a question ends the request: the client sends it again with the answer, and the handler runs again
 * from its start, with the answers so far. Work that must not happen twice belongs into a `step`.
 *
 * @typeParam Questions The questions that the definition declares.
 * @typeParam App What `setup` of the server returns.
 */
export interface HandlerContext<Questions extends object = NoQuestions, App = unknown> extends RequestContext<App> {
  /**
   * Asks the user for some values. Accepted content fits the schema: a question whose answer does not fit is asked again,
   * with the reason, up to two times.
   *
   * @throws TypeError for a schema that is not flat; an error when the client cannot be asked.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
   */
  ask<Content extends ElicitedContent = ElicitedContent>(
    message: string,
    requestedSchema: RequestedSchema,
    options?: AskOptions,
  ): Promise<Elicited<Content>>;
  /**
   * Asks the user to open a page. `accept` means that the user agreed, not that the user is done.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  ask(message: string, page: { readonly url: string }, options?: AskOptions): Promise<Visited>;
  /** Asks the questions that the definition declares, by name. */
  readonly elicit: Questions;
  /**
   * Asks the client's model for a message. Deprecated since 2026-07-28.
   *
   * @throws Error when the client cannot be asked, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
   */
  sample(params: SamplingParams, options?: QuestionOptions): Promise<SamplingResult>;
  /**
   * Asks for the folders that the client works in. Deprecated since 2026-07-28.
   *
   * @throws Error when the client cannot be asked, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
   */
  roots(options?: QuestionOptions): Promise<readonly Root[]>;
  /**
   * Runs a function once, however often the handler is run again. Its result is kept as JSON, its error as a message.
   * Questions need no step: their answers are kept.
   *
   * @param name Names the step. A second call with the same name is another step.
   * @throws TypeError for a result that is not JSON, and any error of `run`.
   */
  step<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result>;
  /** Id that all runs of one request share: an idempotency key. */
  readonly flowId: string;
  /**
   * Registers a function that releases resources when a question suspends the handler: `finally` is not reached then. It is
   * called at most once.
   */
  onSuspend(release: () => unknown): void;
  /**
   * Turns the call of a tool into a task, if its definition has `task: { begins: handler }` and the client knows tasks: the
   * request is answered, and the handler goes on. Otherwise it does nothing. Earlier questions belong to the
   * request.
   *
   * @returns Resolves when the task has begun.
   * @throws ProtocolError when there are too many tasks.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
   */
  beginTask(): Promise<void>;
}

/** No question is declared. */
export type NoQuestions = { readonly [name: string]: never };

/** Answer to a form: the user accepted (with content that fits the schema), declined, or cancelled. */
export type Elicited<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Answer to a request to open a page. */
export type Visited = { readonly action: 'accept' | 'decline' | 'cancel' };

/** Accepted values by the name of their property. */
export type ElicitedContent = { readonly [property: string]: string | number | boolean | readonly string[] };

/** A value for a placeholder of a message. */
export type PlaceholderValue = string | number | boolean;

export interface QuestionOptions {
  /** Key of the question on the wire. The second question of a key gets `#2`. Default: the name of the method. */
  readonly key?: string;
  /** Milliseconds that the client has to answer. Default and maximum: 15 minutes. */
  readonly timeoutMs?: number;
}

export interface AskOptions extends QuestionOptions {
  /**
   * Result when the client cannot be asked: the request is refused (the default), or the answer is
   * `cancel`.
   */
  readonly unavailable?: 'refuse' | 'cancel';
  /** The question is the same for every request: an answer counts even if it comes before the question. */
  readonly isStatic?: boolean;
}

/**
 * The schema of a form: properties of simple types, none of them nested.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export interface RequestedSchema {
  readonly $schema?: string;
  readonly type: 'object';
  readonly properties: { readonly [property: string]: FieldSchema };
  readonly required?: readonly string[];
}

/** The schema of one field of a form. */
export type FieldSchema = StringField | NumberField | BooleanField | ChoiceField | ChoicesField;

interface Described {
  readonly title?: string;
  readonly description?: string;
}

export interface StringField extends Described {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly default?: string;
}

export interface NumberField extends Described {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanField extends Described {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** One of several strings, with or without titles. */
export interface ChoiceField extends Described {
  readonly type: 'string';
  readonly enum?: readonly string[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledChoice[];
  readonly default?: string;
}

/** Some of several strings; revisions before 2025-11-25 cannot be asked for them. */
export interface ChoicesField extends Described {
  readonly type: 'array';
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items: {
    readonly type?: 'string';
    readonly enum?: readonly string[];
    readonly anyOf?: readonly TitledChoice[];
  };
  readonly default?: readonly string[];
}

export interface TitledChoice {
  readonly const: string;
  readonly title: string;
}

/** Request to the client's model. */
export interface SamplingParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: { readonly [key: string]: unknown };
  /** Needs a client that declares `sampling.tools`; 2025-11-25 on. */
  readonly tools?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** A block of content as it is sent. */
export interface SamplingContent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Message of the client's model. */
export interface SamplingResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string;
}

/** A folder that the client works in. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}
