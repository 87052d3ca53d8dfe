import { defined, isJsonObject, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { addExamples, readExamples } from './argument-examples.js';
import { readBodyItems, readParts, type BodyItems, type FormPart, type PartHeader } from './body-parts.js';
import { markDeprecated } from './describe-operation.js';
import { createFileSchema, readFileArgument, type FileArgument } from './file-arguments.js';
import { acceptsUndescribed, allowNull } from './lenient-input.js';
import { chooseContent, readContents, type BodyEncoding, type ChosenContent } from './media-types.js';
import { readObjectShape } from './object-shape.js';
import type { ApiOperation } from './operations.js';
import { readParameters, type ApiParameter } from './parameters.js';
import { toLegalKey } from './schema/legal-key.js';
import type { SchemaReader } from './schema/schema-reader.js';

/** Tool argument. References in its schema are keys of the resolver. */
interface ToolArgument {
  /** Property name in the arguments. */
  readonly key: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** Argument for a parameter. */
export interface ParameterArgument extends ToolArgument {
  readonly parameter: ApiParameter;
}

/** Argument for a property of the body. */
interface PropertyArgument extends ToolArgument {
  /** Property name in the API. */
  readonly name: string;
}

/** Argument for a header of a part in a multipart body. */
interface PartHeaderArgument extends ToolArgument {
  readonly header: PartHeader;
  /** Property name of the part. */
  readonly part: string;
}

/** Arguments for the body of a request: one for the whole body, or one for each property. */
export interface BodyInput {
  readonly mediaType: string;
  readonly encoded: BodyEncoding;
  readonly isRequired: boolean;
  /** Argument for the whole body. */
  readonly whole?: ToolArgument;
  /** Arguments for the properties of the body. */
  readonly properties?: readonly PropertyArgument[];
  /** Whether undescribed arguments belong to the body. */
  readonly hasRest: boolean;
  /** Encodings of form properties by name, for the runtime (`BodyPart`). */
  readonly parts: ReadonlyMap<string, JsonObject>;
  /** Arguments for headers of parts. */
  readonly partHeaders: readonly PartHeaderArgument[];
  /** Encodings of the items of a multipart body that is a list. */
  readonly items?: BodyItems;
}

/** Tool arguments with the parts of the request that they become. */
export interface ToolInput {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterArgument[];
  readonly body?: BodyInput;
  /** Argument that chooses the response media type. */
  readonly accept?: ToolArgument;
}

/**
 * Creates arguments for the parameters and the body of an operation.
 *
 * @param responseTypes Response media types that a call can choose from.
 */
export function readInput(
  document: ApiDocument,
  reader: SchemaReader,
  operation: ApiOperation,
  responseTypes: readonly string[],
): ToolInput {
  const taken = new Set<string>();
  const parameters = readParameters(document, operation).map((parameter): ParameterArgument => {
    const key = chooseKey(parameter.name, parameter.place, taken);
    const schema = tellName(readParameterSchema(reader, parameter), parameter.name);
    return { key, schema, isRequired: parameter.isRequired, parameter };
  });
  const body = readBody(document, reader, operation, taken);
  const inBody = body?.properties ?? (body?.whole ? [body.whole] : []);
  const accept = chooseAccept(document, responseTypes, taken);
  const all: readonly ToolArgument[] = [...parameters, ...inBody, ...(body?.partHeaders ?? []), ...(accept ?? [])];
  const required = all.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const schema = jsonObjectOf({
    type: 'object',
    properties: new Map(all.map((argument) => [argument.key, argument.schema])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: body?.hasRest === true ? undefined : false,
  });
  return { schema, parameters, ...defined({ body, accept: accept?.[0] }) };
}

/**
 * Creates the argument for the response media type; `undefined` if there is no choice, or the definition sets the
 * header.
 */
function chooseAccept(
  document: ApiDocument,
  types: readonly string[],
  taken: Set<string>,
): readonly [ToolArgument] | undefined {
  const headers = entriesOf(childOf(document.entry?.node, 'headers'));
  const [defaultType] = types;
  if (defaultType === undefined || headers.some(({ key }) => key.toLowerCase() === 'accept')) return undefined;
  const description = 'Media type of the response.';
  const schema = jsonObjectOf({ type: 'string', enum: types, default: defaultType, description });
  return [{ key: chooseKey('accept', 'type', taken), schema, isRequired: false }];
}

/** @param suffix Appended to a name that is taken. */
function chooseKey(name: string, suffix: string, taken: Set<string>): string {
  const key = toLegalKey(taken.has(name) ? `${name}_${suffix}` : name, (other) => taken.has(other));
  taken.add(key);
  return key;
}

/** Adds the API's name to the description of an argument whose name cannot contain its letters. */
function tellName(schema: Json, name: string): Json {
  if (!/[^\p{ASCII}]/u.test(name)) return schema;
  const members = isJsonObject(schema) ? schema : new Map<string, Json>();
  const existing = members.get('description');
  const text = `The API calls it \`${name}\`.`;
  return new Map<string, Json>([
    ...members,
    ['description', typeof existing === 'string' ? `${existing}\n\n${text}` : text],
  ]);
}

function readParameterSchema(
  reader: SchemaReader,
  { schema, description, isDeprecated, examples }: ApiParameter,
): Json {
  const read = addExamples(reader, reader.readArgument(schema, description), examples);
  if (!isDeprecated) return read;
  const members = isJsonObject(read) ? read : new Map<string, Json>();
  const existing = members.get('description');
  const text = markDeprecated(typeof existing === 'string' ? existing : '');
  return new Map<string, Json>([...members, ['description', text], ['deprecated', true]]);
}

/** Methods of requests without a body. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/** Whether a body is an object schema without properties, which some tools write for "no body". */
function isEmptyBody(document: ApiDocument, body: SourceNode): boolean {
  const contents = readContents(document, body);
  return contents.every(({ schema }) => {
    const shape = schema && readObjectShape(document, schema);
    return shape !== undefined && shape.properties.size === 0 && !shape.isOpen;
  });
}

/** Finds the body description of an operation whose requests can have a body. */
function findBody(document: ApiDocument, { operation, method }: ApiOperation): SourceNode | undefined {
  const bodyNode = childOf(operation, 'requestBody');
  const body = bodyNode && document.follow(bodyNode);
  if (!body || !bodiless.has(method)) return body;
  if (!isEmptyBody(document, body)) {
    const text = `A ${method.toUpperCase()} request cannot have a body; it is ignored.`;
    document.warn('invalid-api', bodyNode.location, text);
  }
  return undefined;
}

/**
 * Creates arguments for a body. Each property of an object becomes an argument, unless the body is optional and has
 * required properties. Any other body becomes one argument.
 */
function readBody(
  document: ApiDocument,
  reader: SchemaReader,
  operation: ApiOperation,
  taken: Set<string>,
): BodyInput | undefined {
  const body = findBody(document, operation);
  const chosen = body && chooseContent(readContents(document, body));
  if (!chosen) return undefined;
  const content = wrapFile(document, chosen);
  warnOfItems(document, chosen);
  const { mediaType, encoded, schema: described } = content;
  const isRequired = booleanAt(body, 'required') === true;
  const isObject = encoded !== 'text' && encoded !== 'binary';
  const shape = isObject && described ? readObjectShape(document, described) : undefined;
  const parts = shape && encoded !== 'json' ? readParts(document, content, shape) : [];
  const bound = parts.filter(({ binding }) => binding.size > 0).map(({ name, binding }) => [name, binding] as const);
  const items = encoded === 'multipart' ? readBodyItems(document, content) : undefined;
  const common = { mediaType, encoded, isRequired, parts: new Map(bound), ...defined({ items }) };
  const readHeaders = (): readonly PartHeaderArgument[] =>
    parts.flatMap(({ name: part, headers }) =>
      headers.map((header) => {
        const schema = reader.readArgument(header.schema, header.description);
        const key = chooseKey(`${part}_${header.name}`, 'header', taken);
        return {
          key,
          schema,
          isRequired:
            header.isRequired && header.fixed === undefined && isRequired && shape?.required.has(part) === true,
          header,
          part,
        };
      }),
    );
  if (shape && shape.properties.size > 0 && (isRequired || shape.required.size === 0)) {
    const files = new Map(parts.map(({ name, file }) => [name, file]));
    const allowsNull = document.validation === 'lenient' && encoded === 'json';
    const properties = [...shape.properties].map(([name, property]): PropertyArgument => {
      const key = chooseKey(name, 'body', taken);
      const argument = readProperty(document, reader, property, files.get(name));
      const schema = tellName(allowsNull ? allowNull(argument) : argument, name);
      return { name, key, isRequired: shape.required.has(name), schema };
    });
    return { ...common, properties, hasRest: acceptsUndescribed(document, shape), partHeaders: readHeaders() };
  }
  const key = toLegalKey(taken.has('body') ? 'request_body' : 'body', (name) => taken.has(name));
  taken.add(key);
  const schema = readWhole(document, reader, content, stringAt(body, 'description'));
  const withFiles = addFileMembers(reader, schema, parts);
  const whole = { key, isRequired, schema: items ? addFileItems(reader, withFiles, items) : withFiles };
  return { ...common, whole, hasRest: false, partHeaders: readHeaders() };
}

function readProperty(
  document: ApiDocument,
  reader: SchemaReader,
  schema: SourceNode,
  file: FileArgument | undefined,
): Json {
  if (!file) return reader.readArgument(schema, undefined);
  return createFileSchema(file, stringAt(schema, 'description') ?? describeSchema(document, schema));
}

function readWhole(
  document: ApiDocument,
  reader: SchemaReader,
  { encoded, schema, mediaType, media }: ChosenContent,
  own: string | undefined,
): Json {
  const description = own ?? (schema && describeSchema(document, schema));
  if (encoded === 'binary') return createFileSchema({ form: 'base64', isList: false }, description);
  if (encoded === 'text') {
    const text = jsonObjectOf({
      type: 'string',
      description: description?.trim() || `The body of the request: ${mediaType}.`,
    });
    return addExamples(reader, text, readExamples(document, media));
  }
  const read = reader.readArgument(schema, own ?? (schema ? undefined : 'The body of the request.'));
  return addExamples(reader, read, readExamples(document, media));
}

function describeSchema(document: ApiDocument, schema: SourceNode): string | undefined {
  return stringAt(document.peek(schema), 'description');
}

/** Warns of an `itemSchema` that does not describe the items of a list. */
function warnOfItems(document: ApiDocument, { media, mediaType, encoded, sequence }: ChosenContent): void {
  const items = childOf(media, 'itemSchema');
  if (!items || sequence || encoded === 'multipart') return;
  const isText = encoded === 'text' || encoded === 'binary';
  const lost = isText
    ? 'the body is one string, whose items are not validated'
    : 'it is read as the schema of the body';
  document.warn('invalid-api', items.location, `\`itemSchema\` cannot describe a body of ${mediaType}: ${lost}.`);
}

/**
 * Wraps a multipart body that is incorrectly described as a file: the file becomes the part `file`, which servers
 * expect.
 */
function wrapFile(document: ApiDocument, content: ChosenContent): ChosenContent {
  const { schema } = content;
  if (content.encoded !== 'multipart' || !schema || !readFileArgument(document, schema, undefined)) return content;
  const { location } = schema;
  document.warn(
    'invalid-api',
    location,
    'A multipart body must be an object or a list; the file is sent as the part `file`.',
  );
  const object = mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode([entryFor('file', schema)], location)),
      entryFor('required', sequenceNode([scalarNode('file', location)], location)),
    ],
    location,
  );
  return { ...content, schema: object };
}

/** Replaces properties of an object schema that are files with the schema of a file argument. */
function addFileMembers(reader: SchemaReader, schema: Json, parts: readonly FormPart[]): Json {
  const target = reader.follow(schema);
  const properties = isJsonObject(target) ? target.get('properties') : undefined;
  const files = new Map(parts.map(({ name, file }) => [name, file]));
  if (!isJsonObject(target) || !isJsonObject(properties) || parts.every(({ file }) => !file)) return schema;
  const replaced = [...properties].map(([name, property]): [string, Json] => {
    const file = files.get(name);
    const text = isJsonObject(property) ? property.get('description') : undefined;
    return [name, file ? createFileSchema(file, typeof text === 'string' ? text : undefined) : property];
  });
  const descriptions = isJsonObject(schema) ? [...schema].filter(([keyword]) => keyword === 'description') : [];
  return new Map<string, Json>([...target, ...descriptions, ['properties', new Map(replaced)]]);
}

/** In a list schema, replaces item schemas that describe files with the schema of a file argument. */
function addFileItems(reader: SchemaReader, schema: Json, { rest, first }: BodyItems): Json {
  const target = reader.follow(schema);
  if (!isJsonObject(target) || ![rest, ...first].some(({ file }) => file)) return schema;
  const prefixItems = target.get('prefixItems');
  const prefix = first.map(({ file }, index) =>
    file
      ? createFileSchema(file, undefined)
      : ((Array.isArray(prefixItems) ? (prefixItems as readonly Json[])[index] : true) ?? true),
  );
  return new Map<string, Json>([
    ...target,
    ...(isJsonObject(schema) ? [...schema].filter(([keyword]) => keyword === 'description') : []),
    ...(prefix.length > 0 ? [['prefixItems', prefix] as const] : []),
    ...(rest.file ? [['items', createFileSchema(rest.file, undefined)] as const] : []),
  ]);
}
