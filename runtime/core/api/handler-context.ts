import type { DeprecatedElicitations, DeprecatedHandlerContext } from './deprecated-context.js';
import type { RequestContext } from './request-context.js';

/**
 * Second parameter of the handlers for tools, prompts and resources: the request, and functions that send requests to
 * the client.
 *
 * Since 2026-07-28, an elicitation ends the request: the client sends it again with the result, and the handler runs
 * again from its start, with all earlier results. Work that must not happen twice belongs in a `step`.
 *
 * @typeParam Elicitations The elicitations that the definition declares.
 * @typeParam App Return value of `setup` of the server.
 */
export interface HandlerContext<Elicitations extends object = NoElicitations, App = unknown>
  extends RequestContext<App>, DeprecatedHandlerContext<ElicitFunction> {
  /** Asks the user for values, or to open a page. */
  readonly elicit: ElicitFunction & DeprecatedElicitations<Elicitations>;
  /** The elicitations that the definition declares, as functions by name. */
  readonly elicitations: Elicitations;
  /**
   * Asks the client's model for a message. Deprecated since 2026-07-28.
   *
   * @throws Error if the client does not support sampling, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
   */
  sample(params: SamplingParams, options?: ClientRequestOptions): Promise<SamplingResult>;
  /**
   * Asks for the folders that the client works in. Deprecated since 2026-07-28.
   *
   * @throws Error if the client does not support roots, or refuses.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
   */
  roots(options?: ClientRequestOptions): Promise<readonly Root[]>;
  /**
   * Runs a function only once, even if the handler runs again. The result is stored as JSON, an error as its message.
   * Elicitations need no step: their results are stored.
   *
   * @param name Name of the step. A second call with the same name is another step.
   * @throws TypeError for a result that is not JSON, and any error of `run`.
   */
  step<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result>;
  /** Key that all runs of one request share. */
  readonly idempotencyKey: string;
  /**
   * Registers a function that releases resources when an elicitation suspends the handler, because `finally` does not
   * run then. It is called at most once.
   */
  onSuspend(release: () => unknown): void;
  /**
   * Turns the call of a tool into a task, if its definition has `task: { start: manual }` and the client supports
   * tasks: the response is sent, and the handler continues. Otherwise it does nothing. Earlier elicitations belong to
   * the request.
   *
   * @returns Resolves when the task has started.
   * @throws ProtocolError when there are too many tasks.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
   */
  startTask(): Promise<void>;
}

/**
 * Context of the handlers of tools that declare errors.
 *
 * @typeParam Errors The data of each error by name; `undefined` for an error without data.
 */
export interface FailingContext<Errors> {
  /** Functions that end the call with an error that the definition declares, by name. */
  readonly fail: FailFunctions<Errors>;
}

/**
 * Functions that throw declared errors. Put `return` before a call, so that TypeScript sees that the handler ends.
 *
 * @throws Always: the error; for data that does not match its schema, an internal error.
 */
export type FailFunctions<Errors> = {
  readonly [Name in keyof Errors]: [Exclude<Errors[Name], undefined>] extends [never]
    ? (options?: FailOptions) => never
    : (data: Exclude<Errors[Name], undefined>, options?: FailOptions) => never;
};

/** Options of a declared error. */
export interface FailOptions {
  /** Message for the model. Default: the description of the error. */
  readonly message?: string;
}

/** Sends elicitations to the user. */
export interface ElicitFunction {
  /**
   * Asks the user for values. Accepted content matches the schema: an elicitation whose result does not match is sent
   * again, with the reason, up to two times.
   *
   * @throws TypeError for a schema that is not flat; an error if the client does not support elicitation.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-elicitation-requests
   */
  <Content extends ElicitedContent = ElicitedContent>(
    message: string,
    requestedSchema: RequestedSchema,
    options?: ElicitOptions,
  ): Promise<ElicitResult<Content>>;
  /**
   * Asks the user to open a page. `accept` means that the user agreed, not that the user is done.
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
   */
  (message: string, page: { readonly url: string }, options?: ElicitOptions): Promise<UrlElicitResult>;
}

/** No elicitation is declared. */
export type NoElicitations = { readonly [name: string]: never };

/** Result of a form: the user accepted (with content that matches the schema), declined, or canceled. */
export type ElicitResult<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Result of a request to open a page. */
export type UrlElicitResult = { readonly action: 'accept' | 'decline' | 'cancel' };

/** Accepted values, by property name. */
export type ElicitedContent = { readonly [property: string]: string | number | boolean | readonly string[] };

/** Value of a placeholder in a message. */
export type PlaceholderValue = string | number | boolean;

/** Options of a request to the client. */
export interface ClientRequestOptions {
  /**
   * Key of the request on the wire. A second request with the same key gets the suffix `#2`. Default: `ask`, `sample`
   * or `roots`.
   */
  readonly key?: string;
  /** Timeout for the client's response, in milliseconds. Default and maximum: 15 minutes. */
  readonly timeoutMs?: number;
}

/** Options of an elicitation. */
export interface ElicitOptions extends ClientRequestOptions {
  /**
   * Outcome if the client does not support elicitation: `refuse` fails the request, `cancel` returns the action
   * `cancel`. Default: `refuse`.
   */
  readonly unavailable?: 'refuse' | 'cancel';
  /**
   * Whether the elicitation is the same for every request: a result counts even if it arrives before the elicitation is
   * sent.
   */
  readonly isStatic?: boolean;
}

/**
 * The schema of a form, whose properties have simple types.
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

/** Field for one of several strings, with or without titles. */
export interface ChoiceField extends Described {
  readonly type: 'string';
  readonly enum?: readonly string[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledChoice[];
  readonly default?: string;
}

/** Field for selecting any number of several strings. Not supported by protocol versions before 2025-11-25. */
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
  /** Requires a client that declares `sampling.tools`, since 2025-11-25. */
  readonly tools?: readonly { readonly name: string; readonly [field: string]: unknown }[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** Content block, as sent. */
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
