import { childOf, entriesOf, stringAt } from '../source/source-node.js';
import type { Json } from '../model/json.js';
import type { ApiDocument, Located } from './api-document.js';
import { isTrueNode } from '../source/make-node.js';
import { toLegalKey } from './schema/legal-key.js';
import type { ApiBody } from './api-operation.js';
import { collectProperties, type ObjectShape } from './collect-properties.js';
import type { ArgumentDraft } from './draft-input.js';
import { createFileSchema, readFileForm, type FileForm } from './file-schema.js';
import { chooseContent, type BodyEncoding, type ChosenContent } from './media-type.js';
import type { SchemaReader } from './schema-reader.js';

/** How a property of a form is sent. */
export interface PartDraft {
  readonly name: string;
  readonly contentType?: string;
  readonly file?: FileForm;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowsReserved?: true;
}

/** An argument that is a property of the body. */
export interface MemberDraft extends ArgumentDraft {
  /** What the API calls it. */
  readonly name: string;
}

/** The body of a request as arguments: one for all of it, or one for each of its properties. */
export interface BodyDraft {
  readonly mediaType: string;
  readonly encoded: BodyEncoding;
  readonly isRequired: boolean;
  readonly arguments: readonly ArgumentDraft[];
  /** Given when the properties of the body are arguments themselves. */
  readonly members?: readonly MemberDraft[];
  /** Arguments that are not described belong to the body. */
  readonly hasRest: boolean;
  readonly parts: readonly PartDraft[];
}

/**
 * Makes arguments of a body. The properties of an object become arguments of their own, unless they are only required
 * once there is a body at all; anything else is one argument.
 *
 * @param taken Names of other arguments.
 */
export function draftBody(
  document: ApiDocument,
  reader: SchemaReader,
  body: ApiBody,
  taken: Set<string>,
): BodyDraft | undefined {
  const content = chooseContent(body.contents);
  if (!content) return undefined;
  const { mediaType, encoded, schema } = content;
  const common = { mediaType, encoded, isRequired: body.isRequired };
  const isObject = encoded === 'json' || encoded === 'form' || encoded === 'multipart';
  const shape = isObject && schema ? collectProperties(document, schema) : undefined;
  const parts = shape && encoded !== 'json' ? readParts(document, content, shape) : [];
  const isSpread = shape && shape.properties.size > 0 && (body.isRequired || shape.required.size === 0);
  if (isSpread) {
    const members = spreadShape(document, reader, shape, parts, taken);
    return { ...common, arguments: members, members, hasRest: shape.isOpen, parts };
  }
  const key = toLegalKey(taken.has('body') ? 'request_body' : 'body', (name) => taken.has(name));
  const whole = { key, isRequired: body.isRequired, schema: readWhole(document, reader, body, content) };
  return { ...common, arguments: [whole], hasRest: false, parts };
}

function spreadShape(
  document: ApiDocument,
  reader: SchemaReader,
  shape: ObjectShape,
  parts: readonly PartDraft[],
  taken: Set<string>,
): readonly MemberDraft[] {
  return [...shape.properties].map(([name, schema]) => {
    const key = toLegalKey(taken.has(name) ? `${name}_body` : name, (other) => taken.has(other));
    taken.add(key);
    const part = parts.find((candidate) => candidate.name === name);
    return { name, key, isRequired: shape.required.has(name), schema: readMember(document, reader, schema, part) };
  });
}

function readMember(document: ApiDocument, reader: SchemaReader, schema: Located, part: PartDraft | undefined): Json {
  const file = part?.file === undefined ? undefined : readFileForm(document, schema, part.contentType);
  if (!file) return reader.readArgument(schema, undefined);
  const description = stringAt(schema.node, 'description') ?? stringAt(document.peek(schema).node, 'description');
  return createFileSchema(file.form, file.isList, description);
}

function readWhole(document: ApiDocument, reader: SchemaReader, body: ApiBody, content: ChosenContent): Json {
  const { encoded, schema, mediaType } = content;
  const description = body.description ?? describeSchema(document, schema);
  if (encoded === 'binary') return createFileSchema('base64', false, description);
  if (encoded === 'text') {
    const text = description?.trim() || `The body of the request: ${mediaType}.`;
    return new Map<string, Json>([
      ['type', 'string'],
      ['description', text],
    ]);
  }
  return reader.readArgument(schema, body.description ?? (schema ? undefined : 'The body of the request.'));
}

function describeSchema(document: ApiDocument, schema: Located | undefined): string | undefined {
  return schema && stringAt(document.peek(schema).node, 'description');
}

function readParts(document: ApiDocument, content: ChosenContent, shape: ObjectShape): readonly PartDraft[] {
  const encodings = new Map(entriesOf(content.encoding?.node).map(({ key, value }) => [key, value]));
  return [...shape.properties].flatMap(([name, schema]) => {
    const encoding = encodings.get(name);
    const contentType = stringAt(encoding, 'contentType')?.split(',')[0]?.trim();
    const known = contentType?.includes('*') === true ? undefined : contentType;
    const file = content.encoded === 'multipart' ? readFileForm(document, schema, contentType) : undefined;
    const style = stringAt(encoding, 'style');
    const explode = childOf(encoding, 'explode');
    const part: PartDraft = {
      name,
      ...(known !== undefined && { contentType: known }),
      ...(file && { file: file.form }),
      ...(style !== undefined && { style }),
      ...(explode?.kind === 'scalar' && typeof explode.value === 'boolean' && { explode: explode.value }),
      ...(isTrueNode(childOf(encoding, 'allowReserved')) && { allowsReserved: true as const }),
    };
    return Object.keys(part).length > 1 ? [part] : [];
  });
}
