import { fromPlainJson, type JsonObject } from '../../core/model/json.js';
import { childOf, entryOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';

/** Content of a file argument that is a plain string. */
type FileForm = 'base64' | 'text';

/** File, or list of files, among the properties of a form. */
export interface FileArgument {
  readonly form: FileForm;
  /** Whether the argument is a list; `either` accepts one file or a list. */
  readonly isList: boolean | 'either';
}

/** Returns the file argument that a schema describes; `undefined` if it describes no file. */
export function readFileArgument(
  document: ApiDocument,
  schema: SourceNode,
  contentType: string | undefined,
): FileArgument | undefined {
  const node = document.peek(schema);
  const branches = [...itemsOf(childOf(node, 'anyOf')), ...itemsOf(childOf(node, 'oneOf'))];
  const files = branches.map((branch) => readPlainFile(document, document.peek(branch), contentType));
  const [first] = files;
  if (!first || files.includes(undefined)) return readPlainFile(document, node, contentType);
  return files.every((file) => file?.isList === first.isList) ? first : { ...first, isList: 'either' };
}

/** Reads the schema of a file or of a list of files, without alternatives. */
function readPlainFile(
  document: ApiDocument,
  node: SourceNode,
  contentType: string | undefined,
): FileArgument | undefined {
  const items = stringAt(node, 'type') === 'array' ? childOf(node, 'items') : undefined;
  const single = items ? document.peek(items) : node;
  if (!isFile(single, contentType)) return undefined;
  const isText = contentType !== undefined && /^text\/|[/+](json|xml|yaml|csv)$/u.test(contentType);
  return { form: isText ? 'text' : 'base64', isList: items !== undefined };
}

function isFile(node: SourceNode, contentType: string | undefined): boolean {
  const type = stringAt(node, 'type');
  if (type === 'file') return true;
  if (type === undefined || type === 'string') {
    if (stringAt(node, 'format') === 'binary') return true;
    const isEncoded = entryOf(node, 'contentEncoding') !== undefined;
    if (stringAt(node, 'contentMediaType') !== undefined && !isEncoded) return true;
  }
  const isOpen =
    type === undefined && node.kind === 'map' && !['$ref', 'properties', 'items'].some((key) => entryOf(node, key));
  return isOpen && contentType !== undefined && /^(image|audio|video)\/|octet-stream|pdf|zip/u.test(contentType);
}

/** Creates the schema of a file argument: the content alone, or an object with content, name and media type. */
export function createFileSchema({ form, isList }: FileArgument, description: string | undefined): JsonObject {
  const one = { anyOf: [plainFiles[form], namedFile] };
  const list = { type: 'array', items: one };
  const text = description?.trim() ?? '';
  return fromPlainJson({
    ...(isList === 'either' ? { anyOf: [...one.anyOf, list] } : isList ? list : one),
    ...(text !== '' && { description: text }),
  }) as JsonObject;
}

const plainFiles = {
  text: { type: 'string', description: 'The content of the file.' },
  base64: { type: 'string', contentEncoding: 'base64', description: 'The content of the file in Base64.' },
};

const namedFile = {
  type: 'object',
  properties: {
    base64: { type: 'string', contentEncoding: 'base64', description: 'The content in Base64.' },
    text: { type: 'string', description: 'The content, if it is text.' },
    fileName: { type: 'string' },
    mediaType: { type: 'string' },
  },
  additionalProperties: false,
};
