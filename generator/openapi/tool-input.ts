import { defined, isJsonObject, jsonObjectOf, type Json, type JsonObject } from '../model/json.js';
import { booleanAt } from '../source/read-values.js';
import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { readBodyItems, readParts, type BodyItems, type PartHeader } from './body-parts.js';
import { markDeprecated } from './describe-operation.js';
import { createFileSchema, type FileArgument } from './file-arguments.js';
import { allowNull, isLenient } from './lenient-input.js';
import { chooseContent, readContents, type BodyEncoding, type ChosenContent } from './media-types.js';
import { readObjectShape } from './object-shape.js';
import type { ApiOperation } from './operations.js';
import { readParameters, type ApiParameter } from './parameters.js';
import { toLegalKey } from './schema/legal-key.js';
import type { SchemaReader } from './schema/schema-reader.js';

/** An argument of a tool. References in its schema are keys of the resolver. */
export interface ToolArgument {
  /** Property of the arguments. */
  readonly key: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** The argument for a parameter. */
export interface ParameterArgument extends ToolArgument {
  readonly parameter: ApiParameter;
}

/** The argument for a property of the body. */
export interface PropertyArgument extends ToolArgument {
  /** Name of the property in the API. */
  readonly name: string;
}

/** The argument for a header of a part of a multipart body. */
export interface PartHeaderArgument extends ToolArgument {
  readonly header: PartHeader;
  /** Name of the property that is the part. */
  readonly part: string;
}

/** The body of a request as arguments: one for the whole body, or one for each property. */
export interface BodyInput {
  readonly mediaType: string;
  readonly encoded: BodyEncoding;
  readonly isRequired: boolean;
  /** Argument for the whole body. */
  readonly whole?: ToolArgument;
  /** Arguments for the properties of the body. */
  readonly properties?: readonly PropertyArgument[];
  /** Arguments that are not described belong to the body. */
  readonly hasRest: boolean;
  /** How properties of a form are sent, for the runtime (`BodyPart`), by name. */
  readonly parts: ReadonlyMap<string, JsonObject>;
  /** Arguments for headers of parts. */
  readonly partHeaders: readonly PartHeaderArgument[];
  /** How the items of a multipart body that is a list are sent. */
  readonly items?: BodyItems;
}

/** The arguments of a tool and the parts of the request that they become. */
export interface ToolInput {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterArgument[];
  readonly body?: BodyInput;
}

/** Makes arguments of the parameters and the body of an operation. */
export function readInput(document: ApiDocument, reader: SchemaReader, operation: ApiOperation): ToolInput {
  const taken = new Set<string>();
  const parameters = readParameters(document, operation).map((parameter): ParameterArgument => {
    const key = chooseKey(parameter.name, parameter.place, taken);
    return { key, schema: readParameterSchema(reader, parameter), isRequired: parameter.isRequired, parameter };
  });
  const body = readBody(document, reader, operation, taken);
  const inBody = body?.properties ?? (body?.whole ? [body.whole] : []);
  const all: readonly ToolArgument[] = [...parameters, ...inBody, ...(body?.partHeaders ?? [])];
  const required = all.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const schema = jsonObjectOf({
    type: 'object',
    properties: new Map(all.map((argument) => [argument.key, argument.schema])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: body?.hasRest === true ? undefined : false,
  });
  return { schema, parameters, ...defined({ body }) };
}

/** @param suffix Added to the name when it is taken. */
function chooseKey(name: string, suffix: string, taken: Set<string>): string {
  const key = toLegalKey(taken.has(name) ? `${name}_${suffix}` : name, (other) => taken.has(other));
  taken.add(key);
  return key;
}

function readParameterSchema(reader: SchemaReader, { schema, description, isDeprecated }: ApiParameter): Json {
  const read = reader.readArgument(schema, description);
  if (!isDeprecated) return read;
  const members = isJsonObject(read) ? read : new Map<string, Json>();
  const own = members.get('description');
  const text = markDeprecated(typeof own === 'string' ? own : '');
  return new Map<string, Json>([...members, ['description', text], ['deprecated', true]]);
}

/** Methods whose requests have no body. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/**
 * Makes arguments of a body. Each property of an object becomes an argument, unless the body is optional and has required
 * properties. Any other body becomes one argument.
 */
function readBody(
  document: ApiDocument,
  reader: SchemaReader,
  { operation, method }: ApiOperation,
  taken: Set<string>,
): BodyInput | undefined {
  const given = childOf(operation, 'requestBody');
  const body = given && document.follow(given);
  if (!body) return undefined;
  if (bodiless.has(method)) {
    document.warn(
      'invalid-api',
      given.location,
      `A ${method.toUpperCase()} request cannot have a body; it is left out.`,
    );
    return undefined;
  }
  const content = chooseContent(readContents(document, body));
  if (!content) return undefined;
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
    const lenient = isLenient(document);
    const properties = [...shape.properties].map(([name, property]): PropertyArgument => {
      const key = chooseKey(name, 'body', taken);
      const argument = readProperty(document, reader, property, files.get(name));
      const schema = lenient && encoded === 'json' ? allowNull(argument) : argument;
      return { name, key, isRequired: shape.required.has(name), schema };
    });
    return { ...common, properties, hasRest: shape.isOpen || (lenient && !shape.isClosed), partHeaders: readHeaders() };
  }
  const key = toLegalKey(taken.has('body') ? 'request_body' : 'body', (name) => taken.has(name));
  taken.add(key);
  const schema = readWhole(document, reader, content, stringAt(body, 'description'));
  const whole = { key, isRequired, schema: items ? addFileItems(reader, schema, items) : schema };
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
  { encoded, schema, mediaType }: ChosenContent,
  own: string | undefined,
): Json {
  const description = own ?? (schema && describeSchema(document, schema));
  if (encoded === 'binary') return createFileSchema({ form: 'base64', isList: false }, description);
  if (encoded === 'text') {
    return jsonObjectOf({
      type: 'string',
      description: description?.trim() || `The body of the request: ${mediaType}.`,
    });
  }
  return reader.readArgument(schema, own ?? (schema ? undefined : 'The body of the request.'));
}

function describeSchema(document: ApiDocument, schema: SourceNode): string | undefined {
  return stringAt(document.peek(schema), 'description');
}

/** A list's schema in which items that are files have the schema of a file argument. */
function addFileItems(reader: SchemaReader, schema: Json, { rest, first }: BodyItems): Json {
  const target = reader.follow(schema);
  if (!isJsonObject(target) || ![rest, ...first].some(({ file }) => file)) return schema;
  const given = target.get('prefixItems');
  const prefix = first.map(({ file }, index) =>
    file
      ? createFileSchema(file, undefined)
      : ((Array.isArray(given) ? (given as readonly Json[])[index] : true) ?? true),
  );
  return new Map<string, Json>([
    ...target,
    ...(isJsonObject(schema) ? [...schema].filter(([keyword]) => keyword === 'description') : []),
    ...(prefix.length > 0 ? [['prefixItems', prefix] as const] : []),
    ...(rest.file ? [['items', createFileSchema(rest.file, undefined)] as const] : []),
  ]);
}
