import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { Json, JsonObject } from '../model/json.js';
import type { ApiDocument, Located } from './api-document.js';

/** What a plain string among the arguments holds of a file. */
export type FileForm = 'base64' | 'text';

/** How the argument for a file is written; `undefined` when a schema is not that of a file. */
export function readFileForm(
  document: ApiDocument,
  schema: Located,
  contentType: string | undefined,
): { readonly form: FileForm; readonly isList: boolean } | undefined {
  const { node, file } = document.peek(schema);
  const items = stringAt(node, 'type') === 'array' ? childOf(node, 'items') : undefined;
  const single = items ? document.peek({ node: items, file }).node : node;
  if (!isFile(single, contentType)) return undefined;
  const isText = contentType !== undefined && /^text\/|[/+](json|xml|yaml|csv)$/u.test(contentType);
  return { form: isText ? 'text' : 'base64', isList: items !== undefined };
}

function isFile(node: SourceNode, contentType: string | undefined): boolean {
  const type = stringAt(node, 'type');
  if (type === 'file') return true;
  if (type === undefined || type === 'string') {
    if (stringAt(node, 'format') === 'binary') return true;
    const isEncoded = childOf(node, 'contentEncoding') !== undefined;
    if (stringAt(node, 'contentMediaType') !== undefined && !isEncoded) return true;
  }
  const isOpen =
    type === undefined && node.kind === 'map' && !['$ref', 'properties', 'items'].some((key) => childOf(node, key));
  return isOpen && contentType !== undefined && /^(image|audio|video)\/|octet-stream|pdf|zip/u.test(contentType);
}

/** The schema of an argument that is a file, or a list of them. */
export function createFileSchema(form: FileForm, isList: boolean, description: string | undefined): JsonObject {
  const one: Json = new Map<string, Json>([['anyOf', [plainFile(form), namedFile]]]);
  const members: readonly (readonly [string, Json])[] = isList
    ? [
        ['type', 'array'],
        ['items', one],
      ]
    : [...one];
  const text = description?.trim() ?? '';
  return new Map<string, Json>([...members, ...(text === '' ? [] : [['description', text] as const])]);
}

function plainFile(form: FileForm): JsonObject {
  if (form === 'text') return object({ type: 'string', description: 'The content of the file.' });
  return object({ type: 'string', contentEncoding: 'base64', description: 'The content of the file in Base64.' });
}

const namedFile: JsonObject = object({
  type: 'object',
  properties: object({
    base64: object({ type: 'string', contentEncoding: 'base64', description: 'The content in Base64.' }),
    text: object({ type: 'string', description: 'The content, when it is text.' }),
    fileName: object({ type: 'string' }),
    mediaType: object({ type: 'string' }),
  }),
  additionalProperties: false,
});

function object(members: { readonly [key: string]: Json }): JsonObject {
  return new Map(Object.entries(members));
}
