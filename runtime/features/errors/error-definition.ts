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

/** Range of HTTP statuses. */
type StatusRange = '4XX' | '5XX';

/** Properties that a failure must have. */
export interface ErrorCondition extends Omit<ErrorTraits, 'status' | 'codes' | 'constraint'> {
  /** `default`: any status that is not 2xx. */
  readonly status?: number | StatusRange | 'default';
  /** Statuses that a range or `default` does not include. */
  readonly except?: readonly (number | StatusRange)[];
  readonly code?: string;
  readonly constraint?: string;
}

/** Errors of a tool by name. */
export type ErrorDefinitions = { readonly [name: string]: ErrorDefinition };
