import type { Validator } from '../../core/api/definition.js';
import type { DescribedError, ErrorPort } from '../../core/api/error-port.js';
import { VisibleError } from '../../core/api/errors.js';
import type { FailOptions } from '../../core/api/handler-context.js';
import { describeProblems } from '../../core/results/describe-problems.js';
import { InvalidToolResult } from '../../core/results/encode-tool-result.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { errorKey, type SentError } from '../../wire/error-key.js';
import { parseRounded } from '../../wire/exact-integers.js';
import { isJsonObject } from '../../wire/json.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import { DeclaredError } from './declared-error.js';
import { describeError } from './describe-error.js';
import type { ErrorDefinition, ErrorDefinitions } from './error-definition.js';
import { findError } from './find-error.js';
import { repeatCall, type Repetition } from './repeat-call.js';

type Validators = { readonly [name: string]: Validator };

/**
 * Declares the errors of a tool, for generated code.
 *
 * @param tool Name of the tool.
 * @param validators Validators of the data, by the names in the errors.
 */
export function declareErrors(tool: string, errors: ErrorDefinitions, validators: Validators = {}): ErrorPort {
  const find = (error: unknown): SentError | undefined => readSent(errors, validators, error);
  const findRepetition = (error: unknown): Repetition | undefined => {
    const sent = find(error);
    const retries = sent && errors[sent.name]?.retries;
    return sent && retries !== undefined ? { name: sent.name, retries, retryAfterMs: sent.retryAfterMs } : undefined;
  };
  const repeats = Object.values(errors).some(({ retries }) => retries !== undefined);
  return {
    fail: makeFunctions(tool, errors, validators),
    describe: (error, message) => describe(errors, error, find(error), message),
    ...(repeats && { repeat: (call, host) => repeatCall(call, host, findRepetition) }),
  };
}

function makeFunctions(tool: string, errors: ErrorDefinitions, validators: Validators): object {
  const functions = Object.entries(errors).map(([name, definition]) => {
    const { message = name, data } = definition;
    const fail = (...args: readonly unknown[]): never => {
      const options = args[data === undefined ? 0 : 1] as FailOptions | undefined;
      const value = data === undefined ? undefined : checkData(tool, name, args[0], validators[data]);
      throw new DeclaredError(options?.message ?? message, formSent(name, definition, value));
    };
    return [name, fail] as const;
  });
  return Object.fromEntries(functions);
}

/** @throws InvalidToolResult for data that does not match its schema. */
function checkData(tool: string, error: string, data: unknown, validate: Validator | undefined): unknown {
  const subject = `Tool "${tool}" failed with the error "${error}", whose data`;
  let sent: unknown;
  try {
    sent = parseRounded(stringifyExact(data) ?? '');
  } catch {
    throw new InvalidToolResult(`${subject} is not JSON`);
  }
  if (validate?.(sent) === false) {
    const problems = describeProblems(validate.errors, sent, 'the data');
    throw new InvalidToolResult(`${subject} does not fit its schema:\n${problems}`);
  }
  return sent;
}

function formSent(name: string, { retryable, retryAfterMs }: ErrorDefinition, data: unknown): SentError {
  return {
    name,
    ...(data !== undefined && { data }),
    ...(retryable !== undefined && { retryable }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Returns the declared error that a thrown error is, or that a failure stands for. */
function readSent(errors: ErrorDefinitions, validators: Validators, error: unknown): SentError | undefined {
  if (error instanceof DeclaredError) return Object.hasOwn(errors, error.sent.name) ? error.sent : undefined;
  if (!(error instanceof VisibleError) || error.traits === undefined) return undefined;
  const name = findError(errors, error.traits);
  const definition = name === undefined ? undefined : errors[name];
  if (name === undefined || definition === undefined) return undefined;
  if (!(error instanceof ForwardError)) return formSent(name, definition, undefined);
  const { status } = error;
  const sent = formSent(name, addTiming(definition, error), readData(error.body, definition, validators));
  return status === undefined ? sent : { ...sent, status };
}

/** Statuses after which the same request can succeed later, in a range or `default` of a document. */
const retryableStatuses: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Adds what a response tells about repeating the call. */
function addTiming(definition: ErrorDefinition, { status, headers }: ForwardError): ErrorDefinition {
  const wait = readWait(headers['retry-after']);
  const isRetryable = definition.isOfApi === true && retryableStatuses.has(status);
  return {
    ...definition,
    ...(isRetryable && { retryable: true }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

/**
 * Returns the response body as data of an error, or the `extensions` of the GraphQL error with its code; `undefined` if
 * it is no object or does not match the schema, or if the error has no data.
 */
function readData(body: unknown, { data, isOfApi, when }: ErrorDefinition, validators: Validators): unknown {
  const found = when?.code === undefined ? body : findExtensions(body, when.code);
  if (!isJsonObject(found) || (data === undefined && isOfApi !== true)) return undefined;
  // An API error is JSON already; only long integers are rounded.
  const value = parseRounded(stringifyExact(found) ?? '{}');
  return data === undefined || validators[data]?.(value) === true ? value : undefined;
}

/** Returns the `extensions` of the first GraphQL error with a code. */
function findExtensions(body: unknown, code: string): unknown {
  const errors = isJsonObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  return errors.filter(isJsonObject).find((error) => error['code'] === code)?.['extensions'];
}

/** Maximum wait that is told to clients, in milliseconds: a day. */
const maxWaitMs = 86_400_000;

/** Reads `Retry-After`: seconds or a date. */
function readWait(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d{1,9}$/u.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(Math.ceil(wait), 0), maxWaitMs) : undefined;
}

function describe(
  errors: ErrorDefinitions,
  error: unknown,
  sent: SentError | undefined,
  given: string | undefined,
): DescribedError | undefined {
  const definition = sent && errors[sent.name];
  if (sent === undefined || definition === undefined || !(error instanceof VisibleError)) return undefined;
  if (error instanceof DeclaredError) return describeError(definition, error.message, sent, true);
  const message = given ?? error.message;
  if (definition.isOfApi === true) {
    return { name: sent.name, text: message, meta: { [errorKey]: sent }, isChosen: false };
  }
  return describeError(definition, `${definition.message ?? sent.name}\n${message}`, sent, false);
}
