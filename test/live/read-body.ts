import type { Content } from './api-document.js';
import type { ValueSchema } from './read-parameter.js';

/** A file among the parts of a body. */
export interface ReceivedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A body as it was received. */
export interface ReceivedBody {
  /** The key of the media type in the document. */
  readonly mediaType: string;
  /** Value that the schema describes: files in it are empty texts. `undefined`: bytes or a text, which have no schema to fit. */
  readonly checked?: unknown;
  /** Body that the operation gets. */
  readonly value: unknown;
}

/** `schemas` looks references up. Gives a text when the body cannot be read. */
export async function readBody(
  request: Request,
  content: Content,
  follow: (schema: ValueSchema | undefined) => ValueSchema,
): Promise<ReceivedBody | string | undefined> {
  const type = request.headers.get('content-type');
  const bytes = Buffer.from(await request.clone().arrayBuffer());
  if (type === null) return bytes.length === 0 ? undefined : 'The body has no media type';
  const essence = type.split(';', 1)[0]?.trim() ?? '';
  const mediaType = Object.keys(content).find((known) => known === essence || known === '*/*');
  if (mediaType === undefined) return `The body must not be ${essence}`;
  const { properties = {} } = follow(content[mediaType]?.schema);
  if (/[/+]json$/u.test(essence)) {
    try {
      const value = JSON.parse(bytes.toString()) as unknown;
      return { mediaType, checked: value, value };
    } catch {
      return 'The body is not JSON';
    }
  }
  if (essence === 'application/x-www-form-urlencoded') {
    const value = readForm([...new URLSearchParams(bytes.toString())], properties, follow);
    return { mediaType, checked: value, value };
  }
  if (essence === 'multipart/form-data') return readParts(request, mediaType, properties, follow);
  return { mediaType, value: essence.startsWith('text/') ? bytes.toString() : bytes };
}

type Follow = (schema: ValueSchema | undefined) => ValueSchema;

async function readParts(
  request: Request,
  mediaType: string,
  properties: NonNullable<ValueSchema['properties']>,
  follow: Follow,
): Promise<ReceivedBody> {
  const entries = await Promise.all(
    [...(await request.formData())].map(async ([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      const bytes = Buffer.from(await value.arrayBuffer());
      return [name, { name: value.name, type: value.type, bytes } satisfies ReceivedFile] as const;
    }),
  );
  const texts = entries.map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const);
  return { mediaType, checked: readForm(texts, properties, follow), value: readForm(entries, properties, follow) };
}

function readForm(
  entries: readonly (readonly [name: string, value: string | ReceivedFile])[],
  properties: NonNullable<ValueSchema['properties']>,
  follow: Follow,
): { readonly [name: string]: unknown } {
  const names = [...new Set(entries.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const values = entries.flatMap(([key, value]) => (key === name ? [value] : []));
      const { type } = follow(properties[name] as ValueSchema | undefined);
      const [first] = values;
      if (type === 'array') return [name, values];
      return [name, type === 'object' && typeof first === 'string' ? (JSON.parse(first) as unknown) : first];
    }),
  );
}
