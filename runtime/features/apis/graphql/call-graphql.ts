import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { ForwardError } from '../../../core/results/forward-error.js';
import { callApi, defaultTimeoutMs, type CallOptions } from '../call-api.js';
import type { ApiResponse } from '../decode-response.js';
import type { ForwardApi, ForwardOperation } from '../forward-definition.js';
import { describeErrors, hasCode, listErrors, type GraphqlError } from './describe-errors.js';

/**
 * Runs an operation of a GraphQL endpoint. The response is its data; errors next to data become notes.
 *
 * @throws ForwardError if the endpoint returns no data, in addition to the errors of {@link callApi}.
 */
export async function callGraphql(
  api: ForwardApi,
  operation: ForwardOperation,
  input: unknown,
  signal: AbortSignal,
  callOptions: CallOptions = {},
): Promise<ApiResponse> {
  // All of the data is read: errors can follow it.
  const { maxTokens: _, ...options } = callOptions;
  const { graphql } = operation;
  if (graphql === undefined) return callApi(api, operation, input, signal, options);
  const timeoutMs = operation.timeoutMs ?? api.timeoutMs ?? defaultTimeoutMs;
  const start = performance.now();
  const send = async (extra: JsonObject): Promise<Outcome> => {
    // The requests of a call share its time limit.
    const left = Math.max(1, Math.round(timeoutMs - (performance.now() - start)));
    const content = { ...extra, operationName: graphql.name, variables: input ?? {} };
    const request = { ...operation, timeoutMs: left, body: toBody(content) };
    return readOutcome(api, await settle(callApi(api, request, input, signal, options)));
  };
  const { text, digest } = graphql;
  if (options.isDryRun === true) {
    const content = {
      ...(text === undefined ? {} : { query: text }),
      operationName: graphql.name,
      variables: input ?? {},
    };
    return callApi(api, { ...operation, body: toBody(content) }, input, signal, options);
  }
  const extensions = digest === undefined ? {} : { extensions: { persistedQuery: { version: 1, sha256Hash: digest } } };
  const first = await send(digest === undefined ? { query: text } : extensions);
  if (text === undefined || digest === undefined) return toResponse(api, first);
  if (hasCode(first.errors, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')) {
    return toResponse(api, await send({ query: text, ...extensions }));
  }
  if (hasCode(first.errors, 'PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')) {
    return toResponse(api, await send({ query: text }));
  }
  return toResponse(api, first);
}

function toBody(value: JsonObject): NonNullable<ForwardOperation['body']> {
  return { mediaType: 'application/json', encoding: 'json', value: { json: { value } } };
}

/** Response of an endpoint, or the error of the request. */
type Settled = ApiResponse | ForwardError;

async function settle(response: Promise<ApiResponse>): Promise<Settled> {
  try {
    return await response;
  } catch (error) {
    // Servers report invalid requests with an error status and the usual body.
    if (error instanceof ForwardError && listErrors(error.body).length > 0) return error;
    throw error;
  }
}

interface Outcome {
  readonly errors: readonly GraphqlError[];
  /** `undefined` or `null`: there is none. */
  readonly data: unknown;
  readonly settled: Settled;
}

/** @throws ForwardError for a response that is not one of GraphQL. */
function readOutcome({ name }: ForwardApi, settled: Settled): Outcome {
  const body = settled instanceof ForwardError ? settled.body : settled.kind === 'json' ? settled.value : undefined;
  const errors = listErrors(body);
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (errors.length > 0 || isJsonObject(data)) return { errors, data, settled };
  throw new ForwardError(`The ${name} API did not return a GraphQL response`);
}

/** @throws ForwardError if there is no data: no root field has a value. */
function toResponse({ name }: ForwardApi, { errors, data, settled }: Outcome): ApiResponse {
  const hasData = isJsonObject(data) && (errors.length === 0 || Object.values(data).some((value) => value !== null));
  if (!(settled instanceof ForwardError) && hasData) {
    const { facts = { notes: [] } } = settled;
    const notes = errors.length === 0 ? [] : [`The data is incomplete. ${describeErrors(errors).join('; ')}`];
    return { kind: 'json', value: data, facts: { ...facts, notes: [...notes, ...facts.notes] } };
  }
  const status = settled instanceof ForwardError ? settled.status : undefined;
  const headers = settled instanceof ForwardError ? settled.headers : {};
  const shown = status === undefined ? '' : ` (status ${status})`;
  const lines = describeErrors(errors).map((line) => `- ${line}`);
  const message = [`The ${name} API returned errors${shown}:`, ...lines].join('\n');
  const failure = new ForwardError(message, status, { errors }, headers);
  const codes = errors.flatMap(({ code }) => code ?? []);
  if (codes.length > 0) failure.traits = { ...failure.traits, codes };
  throw failure;
}
