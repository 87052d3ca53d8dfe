import type { ErrorTraits } from '../../core/api/error-port.js';

/** Error that a tool declares. */
export interface ErrorDefinition {
  /** First line of the text for the model. Absent: the name of the error. */
  readonly message?: string;
  /** Whether the error is from the document of an API, whose messages say everything: `message` is for handlers only. */
  readonly isOfApi?: true;
  /** Advice for the model, its second line. */
  readonly recovery?: string;
  /** Whether the same call can succeed later. Absent: unknown. */
  readonly retryable?: boolean;
  /** Milliseconds after which the call can be repeated. */
  readonly retryAfterMs?: number;
  /** How often the runtime repeats the call. Default: never. */
  readonly retries?: number;
  /** Name of the validator of the data. Absent: there is no data, or it is not checked. */
  readonly data?: string;
  /** Failures that the error stands for. Absent: only the handler throws it. */
  readonly when?: ErrorCondition;
}

/** Properties that a failure must have. */
export type ErrorCondition = Omit<ErrorTraits, 'constraint'> & { readonly constraint?: string };

/** Errors of a tool by name. */
export type ErrorDefinitions = { readonly [name: string]: ErrorDefinition };
