import { arrayAt, isJsonObject, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import { stringAt, type SourceNode } from '../../core/source/source-node.js';
import { splitWords } from '../../feature-kit/resolve/create-names.js';
import type { ErrorConditionModel, StatusRange } from '../errors/errors-part.js';
import type { ApiDocument } from './api-document.js';
import { isJsonType, readContents } from './media-types.js';
import type { ApiOperation } from './operations.js';
import type { SchemaReader } from './schema/schema-reader.js';

/** Error response of an operation. References in its schema are keys of the schema reader. */
export interface ErrorDraft {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly retryable?: true;
  readonly when: ErrorConditionModel;
}

/** Names of errors by HTTP status, or range of statuses. */
const statusNames: { readonly [status: string]: string } = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'conflict',
  410: 'gone',
  412: 'precondition_failed',
  413: 'content_too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable_content',
  423: 'locked',
  428: 'precondition_required',
  429: 'too_many_requests',
  500: 'internal_server_error',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
  '4XX': 'client_error',
  '5XX': 'server_error',
  default: 'api_error',
};

/** Statuses after which the same request can succeed later. */
const retryableStatuses: ReadonlySet<string> = new Set(['429', '503']);

/** Maximum number of errors of an operation, and of its problem types. */
const maxErrors = 30;

/**
 * Reads the error responses of an operation that have a JSON schema: those with an exact status, a range, and `default`
 * unless it is the successful response.
 */
export function readErrorResponses(
  document: ApiDocument,
  reader: SchemaReader,
  { operation }: ApiOperation,
): readonly ErrorDraft[] {
  const entries = document
    .entries(operation, 'responses')
    .map(({ key, value }) => ({ key: /^[45]xx$/iu.test(key) ? key.toUpperCase() : key, value }));
  const hasSuccess = entries.some(({ key }) => /^[23](?:\d\d|XX)$/iu.test(key));
  const declared = entries.filter(({ key }) => /^[45](?:\d\d|XX)$/u.test(key) || (key === 'default' && hasSuccess));
  const drafts = declared.flatMap(({ key, value }) => draftErrors(document, reader, key, value));
  const byName = new Map(drafts.toReversed().map((draft) => [draft.name, draft]));
  const kept = drafts.filter((draft) => byName.get(draft.name) === draft && draft.name !== '').slice(0, maxErrors);
  const others = entries.filter(({ key }) => /^(?:[345]\d\d|[45]XX)$/u.test(key));
  return exceptOthers(
    kept,
    others.map(({ key }) => toStatus(key)),
  );
}

/** Drafts the errors of a response: one for each problem type, and one for all others. */
function draftErrors(
  document: ApiDocument,
  reader: SchemaReader,
  key: string,
  value: SourceNode,
): readonly ErrorDraft[] {
  const response = document.follow(value);
  const content = response && readContents(document, response).find(({ mediaType }) => isJsonType(mediaType));
  const schema = content?.schema && reader.read(content.schema, 'output');
  if (!content || !isJsonObject(schema) || schema.size === 0) return [];
  const description = stringAt(response, 'description') ?? '';
  const common = { description, schema, ...(retryableStatuses.has(key) && { retryable: true as const }) };
  const status = key === 'default' ? ('default' as const) : toStatus(key);
  const isProblem = /^\s*application\/problem\+json\b/iu.test(content.mediaType);
  const problems = (isProblem ? listProblemTypes(reader, schema) : []).map((type) => ({
    ...common,
    name: nameProblem(type),
    when: { status, type },
  }));
  return [...problems, { ...common, name: statusNames[key] ?? `status_${key}`, when: { status } }];
}

type DeclaredStatus = number | StatusRange;

function toStatus(key: string): DeclaredStatus {
  return /^\d+$/u.test(key) ? Number(key) : (key as StatusRange);
}

/** Excepts from ranges and `default` the declared statuses without an error: they have a different response. */
function exceptOthers(errors: readonly ErrorDraft[], declared: readonly DeclaredStatus[]): readonly ErrorDraft[] {
  const covered = new Set(errors.flatMap(({ when: { status, type } }) => (type === undefined ? [status] : [])));
  const others = declared.filter((status) => !covered.has(status));
  return errors.map((error): ErrorDraft => {
    const { status } = error.when;
    if (typeof status !== 'string') return error;
    const except = others.filter((other) => status === 'default' || String(other).startsWith(status.charAt(0)));
    return except.length === 0 ? error : { ...error, when: { ...error.when, except } };
  });
}

/** Lists the problem types that a schema allows: the constants of its `type` property. */
function listProblemTypes(reader: SchemaReader, schema: Json): readonly string[] {
  const target = reader.follow(schema);
  if (!isJsonObject(target)) return [];
  const alternatives = [target, ...['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => arrayAt(target, keyword))];
  return alternatives.slice(0, maxErrors).flatMap((part) => {
    const followed = reader.follow(part);
    const type = isJsonObject(followed) ? objectAt(followed, 'properties').get('type') : undefined;
    const followedType = type === undefined ? undefined : reader.follow(type);
    if (!isJsonObject(followedType)) return [];
    const { constant, values } = { constant: followedType.get('const'), values: arrayAt(followedType, 'enum') };
    return [...(constant === undefined ? [] : [constant]), ...values].filter((value) => typeof value === 'string');
  });
}

/** Names an error after the last part of a problem type; `''` if that is impossible, or says nothing. */
function nameProblem(type: string): string {
  const [last = ''] = type
    .split(/[/:#]/u)
    .filter((part) => part !== '')
    .slice(-1);
  const name = splitWords(last).join('_').toLowerCase();
  return /^[a-z][a-z0-9_]{0,63}$/u.test(name) && name !== 'blank' && name !== 'then' && name !== 'constructor'
    ? name
    : '';
}
