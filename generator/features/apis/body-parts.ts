import { defined, jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { readFileArgument, type FileArgument } from './file-arguments.js';
import { isJsonType, type ChosenContent } from './media-types.js';
import type { ObjectShape } from './object-shape.js';
import { itemSeparatorsKey } from './parameters.js';
import { typesOf } from './schema/schema-types.js';

/** Header of a part in a multipart body. */
export interface PartHeader {
  readonly name: string;
  readonly description?: string;
  readonly schema?: SourceNode;
  readonly isRequired: boolean;
  readonly explode?: boolean;
  /** The only value that the schema allows, or its default. */
  readonly fixed?: string;
}

/** Encoding of a form property. */
export interface FormPart {
  readonly name: string;
  readonly file: FileArgument | undefined;
  readonly headers: readonly PartHeader[];
  /** Binding for the runtime (`BodyPart`). */
  readonly binding: JsonObject;
}

const formStyles: ReadonlySet<string> = new Set([
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
]);

/** Reads how the properties of a form or multipart body are encoded. */
export function readParts(
  document: ApiDocument,
  { encoding, encoded, mediaType }: ChosenContent,
  shape: ObjectShape,
): readonly FormPart[] {
  return [...shape.properties].map(([name, schema]) => {
    const settings = childOf(encoding, name);
    const contentType = readContentType(settings);
    const explode = booleanAt(settings, 'explode');
    const rawStyle = stringAt(settings, 'style');
    const style = rawStyle !== undefined && formStyles.has(rawStyle) ? rawStyle : undefined;
    const separators = scalarTextsAt(settings, itemSeparatorsKey);
    const itemSeparators = separators.length > 0 ? separators : undefined;
    if (encoded === 'multipart') {
      const file = readFileArgument(document, schema, stringAt(settings, 'contentType'));
      const isStyled = !file && /^multipart\/form-data\b/iu.test(mediaType);
      // An explicit style replaces the media type.
      const isText = isStyled && (style !== undefined || explode !== undefined);
      const binding = jsonObjectOf({
        contentType: isText ? undefined : contentType,
        file: file?.form,
        ...(isStyled && { style, explode, itemSeparators }),
      });
      return { name, file, headers: readHeaders(document, settings), binding };
    }
    const binding = jsonObjectOf({
      style,
      explode,
      itemSeparators,
      allowReserved: booleanAt(settings, 'allowReserved') || undefined,
      isJson: (contentType !== undefined && isJsonType(contentType)) || undefined,
    });
    return { name, file: undefined, headers: [], binding };
  });
}

/** Returns the first media type of an encoding; `undefined` for a media range. */
function readContentType(settings: SourceNode | undefined): string | undefined {
  const contentType = stringAt(settings, 'contentType')?.split(',')[0]?.trim();
  return contentType?.includes('*') ? undefined : contentType;
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#encoding-object */
function readHeaders(document: ApiDocument, settings: SourceNode | undefined): readonly PartHeader[] {
  return document.entries(settings, 'headers').flatMap(({ key: name, value }): readonly PartHeader[] => {
    const header = document.follow(value);
    if (!header || /^content-(?:type|disposition)$/iu.test(name)) return [];
    const schema = childOf(header, 'schema');
    const target = schema && document.peek(schema);
    const values = itemsOf(childOf(target, 'enum'));
    const isRequired = booleanAt(header, 'required') === true;
    const single = childOf(target, 'const') ?? (values.length === 1 ? values[0] : undefined);
    const only = single ?? (isRequired ? childOf(target, 'default') : undefined);
    const fixed = only?.kind === 'scalar' && only.value !== null ? String(only.value) : undefined;
    return [
      {
        name,
        isRequired,
        ...defined({
          schema,
          fixed,
          description: stringAt(header, 'description'),
          explode: booleanAt(header, 'explode'),
        }),
      },
    ];
  });
}

/** Encoding of a list item that is sent as a part. */
interface ItemPart {
  readonly file: FileArgument | undefined;
  /** Binding for the runtime (`BodyPart`). */
  readonly binding: JsonObject;
}

/** Encodings of the items of a multipart body that is a list. */
export interface BodyItems {
  /** Encodings of the first items. */
  readonly first: readonly ItemPart[];
  readonly rest: ItemPart;
}

/**
 * Reads the encodings of the items of a multipart body that is a list; `undefined` for any other body.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#encoding-by-position
 */
export function readBodyItems(
  document: ApiDocument,
  { schema, prefixEncoding, itemEncoding }: ChosenContent,
): BodyItems | undefined {
  const list = schema && document.peek(schema);
  if (list === undefined || !typesOf(list).includes('array')) return undefined;
  const readItem = (item: SourceNode | undefined, settings: SourceNode | undefined): ItemPart => {
    const file = item && readFileArgument(document, item, stringAt(settings, 'contentType'));
    return { file, binding: jsonObjectOf({ contentType: readContentType(settings), file: file?.form }) };
  };
  const items = childOf(list, 'items');
  const schemas = itemsOf(childOf(list, 'prefixItems'));
  const settings = itemsOf(prefixEncoding);
  const first = Array.from({ length: Math.max(schemas.length, settings.length) }, (_, index) =>
    readItem(schemas[index] ?? items, settings[index] ?? itemEncoding),
  );
  return { first, rest: readItem(items, itemEncoding) };
}
