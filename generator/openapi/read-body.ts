import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import { entryFor, isTrueNode, mapNode, scalarNode, sequenceNode } from '../source/make-node.js';
import type { ApiBody, ApiContent, ApiOperation } from './api-operation.js';
import { listParameterObjects, readCollectionFormat, schemaOfParameter } from './read-parameters.js';

/** Methods whose requests have no body. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/** The body that an operation takes; a body where HTTP gives it no meaning is left out. */
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
  const description = stringAt(body.node, 'description');
  return {
    isRequired: isTrueNode(childOf(body.node, 'required')),
    ...(description !== undefined && { description }),
    contents: readContents(document, document.container(body, 'content')),
    location: given.node.location,
  };
}

/** The media types of a `content` object. */
export function readContents(document: ApiDocument, content: Located | undefined): readonly ApiContent[] {
  if (!content) return [];
  return entriesOf(content.node).flatMap(({ key, value }) => {
    const media = document.follow({ node: value, file: content.file });
    const schema = document.child(media, 'schema') ?? document.child(media, 'itemSchema');
    const encoding = document.child(media, 'encoding');
    return [{ mediaType: key, ...(schema && { schema }), ...(encoding && { encoding }) }];
  });
}

/** The media types at a key of an OpenAPI 2.0 operation, or else of the document. */
export function readMediaTypes(document: ApiDocument, operation: ApiOperation, key: string): readonly string[] {
  const own = childOf(operation.operation.node, key) ?? childOf(document.root.node, key);
  const types = itemsOf(own).flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
  return types.length > 0 ? types : ['application/json'];
}

/** OpenAPI 2.0 has the body among the parameters: as one of them, or as one of each field of a form. */
function readOldBody(document: ApiDocument, operation: ApiOperation): ApiBody | undefined {
  const parameters = listParameterObjects(document, operation);
  const isIn = (place: string) => (parameter: Located) => stringAt(parameter.node, 'in') === place;
  const whole = parameters.find(isIn('body'));
  if (whole) {
    const schema = document.child(whole, 'schema');
    const description = stringAt(whole.node, 'description');
    return {
      isRequired: isTrueNode(childOf(whole.node, 'required')),
      ...(description !== undefined && { description }),
      contents: readMediaTypes(document, operation, 'consumes').map((mediaType) => ({
        mediaType,
        ...(schema && { schema }),
      })),
      location: whole.node.location,
    };
  }
  return readFields(document, operation, parameters.filter(isIn('formData')));
}

function readFields(document: ApiDocument, operation: ApiOperation, fields: readonly Located[]): ApiBody | undefined {
  const [first] = fields;
  if (!first) return undefined;
  const { location } = first.node;
  const required = fields.filter(({ node }) => isTrueNode(childOf(node, 'required')));
  const hasFile = fields.some(({ node }) => stringAt(node, 'type') === 'file');
  const consumes = readMediaTypes(document, operation, 'consumes');
  const isMultipart = hasFile || consumes.includes('multipart/form-data');
  const nameOf = ({ node }: Located) => stringAt(node, 'name') ?? '';
  const properties = fields.map((field) => entryFor(nameOf(field), describedSchema(field)));
  const schema = mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode(properties, location)),
      entryFor(
        'required',
        sequenceNode(
          required.map((field) => scalarNode(nameOf(field), location)),
          location,
        ),
      ),
    ],
    location,
  );
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
  const { style, explode } = readCollectionFormat(field);
  if (style === undefined || explode === undefined) return mapNode([], location);
  return mapNode(
    [entryFor('style', scalarNode(style, location)), entryFor('explode', scalarNode(explode, location))],
    location,
  );
}
