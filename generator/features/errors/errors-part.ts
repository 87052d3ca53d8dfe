import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { PartKey } from '../../core/model/part-key.js';

/** Properties of a failure by which an error recognizes it. */
export interface ErrorConditionModel {
  /** HTTP status, or all statuses of a range. `default`: all statuses that are not 2xx. */
  readonly status?: number | StatusRange | 'default';
  /** Statuses that a range or `default` does not include, because the API document declares them without data. */
  readonly except?: readonly (number | StatusRange)[];
  /** `type` of a problem (`application/problem+json`). */
  readonly type?: string;
  /** Code of a GraphQL error. */
  readonly code?: string;
  /** Cause of a failure of a database. */
  readonly failure?: string;
  /** Violated constraint, or its columns. */
  readonly constraint?: string;
}

/** Range of HTTP statuses, as in OpenAPI documents. */
export type StatusRange = '4XX' | '5XX';

/** Error that a tool declares. */
export interface ErrorModel {
  readonly name: string;
  readonly description: string;
  /** Name of the tool's added schema for the data. Absent: the error has no data. */
  readonly data?: string;
  readonly recovery?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly retries?: number;
  /** Failure that the error stands for. Absent: only a handler throws it. */
  readonly when?: ErrorConditionModel;
  /** Location of the key in a definition. Absent: the error is from an API document. */
  readonly location?: SourceLocation;
}

/** Errors of a tool. */
export interface ErrorSet {
  /** Not empty. A failure becomes the first error whose condition it meets. */
  readonly errors: readonly ErrorModel[];
  /** Type of the data by error name. Tools of an API document with the same errors share it. */
  readonly typeName: string;
  /** Name of the tool whose set it is. */
  readonly owner: string;
}

/** Errors that a tool declares. */
export const errorsPart = new PartKey<ErrorSet>('errors');
