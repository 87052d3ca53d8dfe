import { defined } from '../model/defined.js';
import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { booleanAt } from '../source/read-values.js';
import { entriesOf, stringAt } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import { chooseContent, type ApiBody, type BodyEncoding, type ChosenContent } from './bodies.js';
import { createFileSchema, readFileArgument, type FileForm } from './file-arguments.js';
import { readObjectShape, type ObjectShape } from './object-shape.js';
import type { ApiParameter } from './parameters.js';
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

/** How a property of a form is sent. */
export interface FormPart {
  readonly name: string;
  readonly contentType?: string;
  readonly file?: FileForm;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowsReserved?: true;
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
  readonly parts: readonly FormPart[];
}

/** The arguments of a tool and the parts of the request that they become. */
export interface ToolInput {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterArgument[];
  readonly body?: BodyInput;
}

/** Makes arguments of the parameters and the body of an operation. */
export function readInput(
  document: ApiDocument,
  reader: SchemaReader,
  given: readonly ApiParameter[],
  givenBody: ApiBody | undefined,
): ToolInput {
  const taken = new Set<string>();
  const parameters = given.map((parameter): ParameterArgument => {
    const wanted = taken.has(parameter.name) ? `${parameter.name}_${parameter.place}` : parameter.name;
    const key = toLegalKey(wanted, (name) => taken.has(name));
    taken.add(key);
    return { key, schema: readParameterSchema(reader, parameter), isRequired: parameter.isRequired, parameter };
  });
  const body = givenBody && readBodyInput(document, reader, givenBody, taken);
  const all: readonly ToolArgument[] = [...parameters, ...(body?.properties ?? (body?.whole ? [body.whole] : []))];
  const required = all.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  const schema = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map(all.map((argument) => [argument.key, argument.schema]))],
    ...(required.length > 0 ? [['required', required] as const] : []),
    ...(body?.hasRest === true ? [] : [['additionalProperties', false] as const]),
  ]);
  return { schema, parameters, ...defined({ body }) };
}

function readParameterSchema(reader: SchemaReader, { schema, description, isDeprecated }: ApiParameter): Json {
  const read = reader.readArgument(schema, description);
  if (!isDeprecated) return read;
  return new Map<string, Json>([...(isJsonObject(read) ? read : []), ['deprecated', true]]);
}

/**
 * Makes arguments of a body. Each property of an object becomes an argument, unless the body is optional and has required
 * properties. Any other body becomes one argument.
 *
 * @param taken Names of other arguments.
 */
function readBodyInput(
  document: ApiDocument,
  reader: SchemaReader,
  body: ApiBody,
  taken: Set<string>,
): BodyInput | undefined {
  const content = chooseContent(body.contents);
  if (!content) return undefined;
  const { mediaType, encoded, schema } = content;
  const isObject = encoded === 'json' || encoded === 'form' || encoded === 'multipart';
  const shape = isObject && schema ? readObjectShape(document, schema) : undefined;
  const parts = shape && encoded !== 'json' ? readParts(document, content, shape) : [];
  const common = { mediaType, encoded, isRequired: body.isRequired, parts };
  if (shape && shape.properties.size > 0 && (body.isRequired || shape.required.size === 0)) {
    const properties = readProperties(document, reader, shape, parts, taken);
    return { ...common, properties, hasRest: shape.isOpen };
  }
  const key = toLegalKey(taken.has('body') ? 'request_body' : 'body', (name) => taken.has(name));
  const whole = { key, isRequired: body.isRequired, schema: readWhole(document, reader, body, content) };
  return { ...common, whole, hasRest: false };
}

function readProperties(
  document: ApiDocument,
  reader: SchemaReader,
  shape: ObjectShape,
  parts: readonly FormPart[],
  taken: Set<string>,
): readonly PropertyArgument[] {
  return [...shape.properties].map(([name, schema]) => {
    const key = toLegalKey(taken.has(name) ? `${name}_body` : name, (other) => taken.has(other));
    taken.add(key);
    const part = parts.find((candidate) => candidate.name === name);
    return { name, key, isRequired: shape.required.has(name), schema: readProperty(document, reader, schema, part) };
  });
}

function readProperty(document: ApiDocument, reader: SchemaReader, schema: Located, part: FormPart | undefined): Json {
  const file = part?.file === undefined ? undefined : readFileArgument(document, schema, part.contentType);
  if (!file) return reader.readArgument(schema, undefined);
  return createFileSchema(file, stringAt(schema.node, 'description') ?? describeSchema(document, schema));
}

function readWhole(document: ApiDocument, reader: SchemaReader, body: ApiBody, content: ChosenContent): Json {
  const { encoded, schema, mediaType } = content;
  const description = body.description ?? (schema && describeSchema(document, schema));
  if (encoded === 'binary') return createFileSchema({ form: 'base64', isList: false }, description);
  if (encoded === 'text') {
    const text = description?.trim() || `The body of the request: ${mediaType}.`;
    return new Map(Object.entries({ type: 'string', description: text }));
  }
  return reader.readArgument(schema, body.description ?? (schema ? undefined : 'The body of the request.'));
}

function describeSchema(document: ApiDocument, schema: Located): string | undefined {
  return stringAt(document.peek(schema).node, 'description');
}

function readParts(document: ApiDocument, content: ChosenContent, shape: ObjectShape): readonly FormPart[] {
  const encodings = new Map(entriesOf(content.encoding?.node).map(({ key, value }) => [key, value]));
  return [...shape.properties].flatMap(([name, schema]) => {
    const encoding = encodings.get(name);
    const contentType = stringAt(encoding, 'contentType')?.split(',')[0]?.trim();
    const file = content.encoded === 'multipart' ? readFileArgument(document, schema, contentType) : undefined;
    const part: FormPart = {
      name,
      ...(contentType !== undefined && !contentType.includes('*') && { contentType }),
      ...defined({ file: file?.form, style: stringAt(encoding, 'style'), explode: booleanAt(encoding, 'explode') }),
      ...(booleanAt(encoding, 'allowReserved') === true && { allowsReserved: true as const }),
    };
    return Object.keys(part).length > 1 ? [part] : [];
  });
}
