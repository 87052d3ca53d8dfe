import { arrayAt, isJsonObject, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import { stringAt } from '../../core/source/source-node.js';
import { splitWords } from '../../feature-kit/resolve/create-names.js';
import type { ErrorConditionModel } from '../errors/errors-part.js';
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

/** Names of errors by HTTP status. */
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
};

/** Statuses after which the same request can succeed later. */
const retryableStatuses: ReadonlySet<string> = new Set(['429', '503']);

/** Maximum number of errors of an operation, and of its problem types. */
const maxErrors = 30;

/** Reads the error responses of an operation that have a JSON schema, by exact status. */
export function readErrorResponses(
  document: ApiDocument,
  reader: SchemaReader,
  { operation }: ApiOperation,
): readonly ErrorDraft[] {
  const drafts = document.entries(operation, 'responses').flatMap(({ key, value }): readonly ErrorDraft[] => {
    if (!/^[45]\d\d$/u.test(key)) return [];
    const response = document.follow(value);
    const content = response && readContents(document, response).find(({ mediaType }) => isJsonType(mediaType));
    const schema = content?.schema && reader.read(content.schema, 'output');
    if (!content || !isJsonObject(schema) || schema.size === 0) return [];
    const description = stringAt(response, 'description') ?? '';
    const common = { description, schema, ...(retryableStatuses.has(key) && { retryable: true as const }) };
    const status = Number(key);
    const isProblem = /^\s*application\/problem\+json\b/iu.test(content.mediaType);
    const problems = (isProblem ? listProblemTypes(reader, schema) : []).map((type) => ({
      ...common,
      name: nameProblem(type),
      when: { status, type },
    }));
    return [...problems, { ...common, name: statusNames[key] ?? `status_${key}`, when: { status } }];
  });
  const byName = new Map(drafts.toReversed().map((draft) => [draft.name, draft]));
  return drafts.filter((draft) => byName.get(draft.name) === draft && draft.name !== '').slice(0, maxErrors);
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
