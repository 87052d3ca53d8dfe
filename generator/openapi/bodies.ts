import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { defined } from '../model/defined.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../source/make-node.js';
import { booleanAt, scalarTextsAt } from '../source/read-values.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { listParameterObjects, readCollectionFormat, schemaOfParameter } from './parameters.js';

/** The body of a request in the terms of OpenAPI 3, for documents of any version. */
export interface ApiBody {
  readonly isRequired: boolean;
  readonly description?: string;
  /** In the order of the document. */
  readonly contents: readonly ApiContent[];
  readonly location: SourceLocation;
}

/** A media type and the schema of its content. */
export interface ApiContent {
  readonly mediaType: string;
  readonly schema?: Located;
  /** The `encoding` object of forms. */
  readonly encoding?: Located;
}

/** Methods whose requests have no body. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/** Reads the body of an operation. A body of a GET or HEAD request is left out. */
export function readBody(document: ApiDocument, operation: ApiOperation): ApiBody | undefined {
  const body = document.version === '2.0' ? readOldBody(document, operation) : readNewBody(document, operation);
  if (!body || !bodiless.has(operation.method)) return body;
  const message = `A ${operation.method.toUpperCase()} request has no body; it is left out.`;
  document.warn('invalid-api', body.location, message);
  return undefined;
}

function readNewBody(document: ApiDocument, { operation }: ApiOperation): ApiBody | undefined {
  const given = document.child(operation, 'requestBody');
  const body = given && document.follow(given);
  if (!body) return undefined;
  return { ...readCommon(body.node), contents: readContents(document, body), location: given.node.location };
}

function readCommon(node: SourceNode): Pick<ApiBody, 'isRequired' | 'description'> {
  return {
    isRequired: booleanAt(node, 'required') === true,
    ...defined({ description: stringAt(node, 'description') }),
  };
}

/** The media types under `content` of a body or a response. */
export function readContents(document: ApiDocument, owner: Located): readonly ApiContent[] {
  return document.entries(owner, 'content').map(({ key, value }) => {
    const media = document.follow(value);
    const schema = document.child(media, 'schema') ?? document.child(media, 'itemSchema');
    return { mediaType: key, ...defined({ schema, encoding: document.child(media, 'encoding') }) };
  });
}

/** `consumes` or `produces` of an OpenAPI 2.0 operation, else of the document. Default: JSON. */
export function readMediaTypes(document: ApiDocument, operation: ApiOperation, key: string): readonly string[] {
  const owner = childOf(operation.operation.node, key) ? operation.operation : document.root;
  const types = scalarTextsAt(owner.node, key);
  return types.length > 0 ? types : ['application/json'];
}

/** In OpenAPI 2.0 the body is a parameter, or one parameter for each field of a form. */
function readOldBody(document: ApiDocument, operation: ApiOperation): ApiBody | undefined {
  const parameters = listParameterObjects(document, operation);
  const isIn = (place: string) => (parameter: Located) => stringAt(parameter.node, 'in') === place;
  const whole = parameters.find(isIn('body'));
  if (!whole) return readFields(document, operation, parameters.filter(isIn('formData')));
  const schema = document.child(whole, 'schema');
  const mediaTypes = readMediaTypes(document, operation, 'consumes');
  return {
    ...readCommon(whole.node),
    contents: mediaTypes.map((mediaType) => ({ mediaType, ...defined({ schema }) })),
    location: whole.node.location,
  };
}

/** Makes an object schema of the fields of an OpenAPI 2.0 form. */
function readFields(document: ApiDocument, operation: ApiOperation, fields: readonly Located[]): ApiBody | undefined {
  const [first] = fields;
  if (!first) return undefined;
  const { location } = first.node;
  const nameOf = ({ node }: Located) => stringAt(node, 'name') ?? '';
  const required = fields.filter(({ node }) => booleanAt(node, 'required') === true);
  const requiredNames = required.map((field) => scalarNode(nameOf(field), location));
  const properties = fields.map((field) => entryFor(nameOf(field), describedSchema(field)));
  const schema = mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode(properties, location)),
      entryFor('required', sequenceNode(requiredNames, location)),
    ],
    location,
  );
  const hasFile = fields.some(({ node }) => stringAt(node, 'type') === 'file');
  const isMultipart = hasFile || readMediaTypes(document, operation, 'consumes').includes('multipart/form-data');
  const encoding = fields.map((field) => entryFor(nameOf(field), styleNode(field)));
  return {
    isRequired: required.length > 0,
    contents: [
      {
        mediaType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
        schema: { node: schema, file: first.file },
        encoding: { node: mapNode(encoding, location), file: first.file },
      },
    ],
    location,
  };
}

function describedSchema(field: Located): SourceNode {
  const { node } = schemaOfParameter(field);
  const description = childOf(field.node, 'description');
  return mapNode([...entriesOf(node), ...(description ? [entryFor('description', description)] : [])], node.location);
}

function styleNode(field: Located): SourceNode {
  const { location } = field.node;
  const entries = Object.entries(readCollectionFormat(field)).map(([key, value]) =>
    entryFor(key, scalarNode(value, location)),
  );
  return mapNode(entries, location);
}

/** How a body is encoded. */
export type BodyEncoding = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** A content and its encoding. */
export interface ChosenContent extends ApiContent {
  readonly encoded: BodyEncoding;
}

const preference: readonly BodyEncoding[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** Chooses the content with the preferred encoding; of equal ones the first. A media range becomes a media type. */
export function chooseContent(contents: readonly ApiContent[]): ChosenContent | undefined {
  for (const encoded of preference) {
    const found = contents.find(({ mediaType }) => encodingOf(mediaType) === encoded);
    if (found) return { ...found, encoded, mediaType: withoutRange(found.mediaType, encoded) };
  }
  return undefined;
}

/** Whether a media type is JSON: `application/json`, anything with `+json`, and ranges that include it. */
export function isJsonType(mediaType: string): boolean {
  return encodingOf(mediaType) === 'json';
}

function encodingOf(mediaType: string): BodyEncoding {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(application|text)\/json$/u.test(essence) || essence.endsWith('+json')) return 'json';
  if (essence === '*/*' || essence === 'application/*') return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence.startsWith('multipart/')) return 'multipart';
  const isText = essence.startsWith('text/') || /[/+](xml|yaml|javascript|graphql|x-ndjson|jsonl)$/u.test(essence);
  return isText ? 'text' : 'binary';
}

function withoutRange(mediaType: string, encoded: BodyEncoding): string {
  if (!mediaType.includes('*')) return mediaType;
  return encoded === 'json' ? 'application/json' : encoded === 'text' ? 'text/plain' : 'application/octet-stream';
}
