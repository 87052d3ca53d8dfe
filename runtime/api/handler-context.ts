import type { RequestContext } from './request-context.js';

/**
 * What the handlers of tools, prompts and resources are told, and how they talk with the client while they work.
 *
 * From 2026-07-28 on a question ends the request: the client sends it again with the answer, and the handler runs again
 * from its start, with the answers that it has had so far. Whatever must not happen twice belongs into a `step`.
 *
 * @typeParam Questions The questions that the definition declares.
 */
export interface HandlerContext<Questions extends object = NoQuestions> extends RequestContext {
  /**
   * Asks the user for some values. What is accepted fits the schema: an answer that does not is asked for again, with the
   * reason, two more times.
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
   * Asks the user to open a page. `accept` says that they agreed to, not that they are done.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  ask(message: string, page: { readonly url: string }, options?: AskOptions): Promise<Visited>;
  /** Asks the questions that the definition declares, by name. */
  readonly elicit: Questions;
  /**
   * Has the client's model write a message. Deprecated as of 2026-07-28, and still there.
   *
   * @throws when the client cannot, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
   */
  sample(params: SamplingParams, options?: QuestionOptions): Promise<SamplingResult>;
  /**
   * The folders that the client works in. Deprecated as of 2026-07-28, and still there.
   *
   * @throws when the client cannot tell, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
   */
  roots(options?: QuestionOptions): Promise<readonly Root[]>;
  /**
   * Does something once, however often the handler is run again: its result is kept, as JSON; so is the message of an
   * error. Not for questions: they are kept anyway.
   *
   * @param name Tells the steps of a handler apart; used again, it names another step, in the order of the calls.
   * @throws TypeError for a result that is no JSON; what `run` throws.
   */
  step<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result>;
  /** The same in all runs of one request, and in no other: a key for what must happen once. */
  readonly flowId: string;
  /**
   * Gives back what the handler holds when it is left in the middle of a question; `finally` is not reached then. Called
   * at most once.
   */
  onSuspend(release: () => unknown): void;
  /**
   * Makes the call of a tool a task, if its definition has `task: { begins: handler }` and the client has tasks: the
   * request is answered, and the handler goes on. Does nothing anywhere else. What is asked before is asked as part of the
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

/** What became of a question: values that fit the schema, or the user said no, or left without a word. */
export type Elicited<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** What became of the request to open a page. */
export type Visited = { readonly action: 'accept' | 'decline' | 'cancel' };

/** Accepted values by the name of their property. */
export type ElicitedContent = { readonly [property: string]: string | number | boolean | readonly string[] };

/** What may stand for a placeholder of a message. */
export type PlaceholderValue = string | number | boolean;

export interface QuestionOptions {
  /** Names the question where the client can see it; the second one of a name gets `#2`. Default: the method's name. */
  readonly key?: string;
  /** How long the client has to answer, in milliseconds. Default, and at most: 15 minutes. */
  readonly timeoutMs?: number;
}

export interface AskOptions extends QuestionOptions {
  /**
   * What becomes of it when the client cannot be asked: the request is refused (the default), or the handler is told
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

/** What the client's model is asked for. */
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

/** What the client's model wrote. */
export interface SamplingResult extends SamplingMessage {
  readonly model: string;
  readonly stopReason?: string;
}

/** A folder that the client works in. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}
