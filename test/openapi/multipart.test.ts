import { expect, test } from 'vitest';
import { useRecordingServer } from '../forward/recording-server.js';
import { readApi } from './read-api.js';
import { documentWithBody, sendOperation } from './send-operation.js';

const server = useRecordingServer();
const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** The parts that arrive, each with its lines. */
async function sendParts(
  mediaType: string,
  media: object,
  input: object,
  version?: string,
): Promise<readonly string[]> {
  const { headers, body } = await sendOperation(server, documentWithBody(mediaType, media, version), input);
  const boundary = /boundary=([\w-]+)$/u.exec(String(headers['content-type']))?.[1] ?? '(none)';
  const [first, ...rest] = body.toString('latin1').split(`--${boundary}`);
  expect([first, rest.at(-1)]).toEqual(['', '--\r\n']);
  return rest.slice(0, -1).map((part) => part.slice(2, -2));
}

test('the items of a list arrive as parts of multipart/mixed', async () => {
  const media = { schema: { type: 'array', items: {} } };
  expect(await sendParts('multipart/mixed', media, { body: [{ a: 1 }, 'x', 2] })).toEqual([
    'Content-Type: application/json\r\n\r\n{"a":1}',
    '\r\nx',
    '\r\n2',
  ]);
});

test('the first items of a list and the others have their own encodings', async () => {
  const media = {
    schema: { type: 'array', prefixItems: [{ type: 'object' }, {}], items: text },
    prefixEncoding: [{ contentType: 'application/ld+json' }, { contentType: 'image/png' }],
    itemEncoding: { contentType: 'text/markdown' },
  };
  const body = [{ a: 1 }, 'iVBORw==', '# Hi'];
  expect(await sendParts('multipart/mixed', media, { body })).toEqual([
    'Content-Type: application/ld+json\r\n\r\n{"a":1}',
    'Content-Type: image/png\r\n\r\n\x89PNG',
    'Content-Type: text/markdown\r\n\r\n# Hi',
  ]);
});

test('an itemSchema describes the items of a list, which may be files', async () => {
  const media = { itemSchema: {}, itemEncoding: { contentType: 'image/*' } };
  const { tools } = await readApi(documentWithBody('multipart/mixed', media));
  expect(tools['send']?.inputSchema.properties.body.items.anyOf[0]).toMatchObject({ contentEncoding: 'base64' });
  const png = { base64: 'iVBORw==', mediaType: 'image/png' };
  expect(await sendParts('multipart/mixed', media, { body: [png] })).toEqual([
    'Content-Type: image/png\r\n\r\n\x89PNG',
  ]);
});

test.each([
  ['application/jsonl', '{"a":1}\n{"a":"\u{e9}"}\n'],
  ['application/x-ndjson; charset=utf-8', '{"a":1}\n{"a":"\u{e9}"}\n'],
  ['application/geo+json-seq', '\u001e{"a":1}\n\u001e{"a":"\u{e9}"}\n'],
])('an itemSchema describes the items of %s', async (mediaType, sent) => {
  const files = documentWithBody(mediaType, { itemSchema: { type: 'object', required: ['a'] } });
  const { tools, diagnostics } = await readApi(files);
  expect(diagnostics).toEqual([]);
  expect(tools['send']?.inputSchema.properties.body).toEqual({
    type: 'array',
    items: { type: 'object', required: ['a'] },
  });
  const { body, headers } = await sendOperation(server, files, { body: [{ a: 1 }, { a: '\u{e9}' }] });
  expect(String(body)).toBe(sent);
  expect(headers['content-type']).toBe(mediaType);
});

test.each([
  ['application/json', { type: 'object', required: ['a'] }],
  [
    'text/event-stream',
    {
      type: 'object',
      properties: { body: { type: 'string', description: 'The body of the request: text/event-stream.' } },
      required: ['body'],
      additionalProperties: false,
    },
  ],
])('an itemSchema of %s is warned of', async (mediaType, schema) => {
  const { tools, diagnostics } = await readApi(
    documentWithBody(mediaType, { itemSchema: { type: 'object', required: ['a'] } }),
  );
  expect(diagnostics).toEqual(['invalid-api 15:29']);
  expect(tools['send']?.inputSchema).toMatchObject(mediaType === 'application/json' ? {} : schema);
});

test('a file or a list of files is sent as files, which was sent as Base64', async () => {
  const file = { type: 'string', format: 'binary' };
  const either = { anyOf: [file, { type: 'array', items: file }] };
  const media = { schema: { type: 'object', properties: { image: either, mask: { oneOf: [file, file] } } } };
  const { tools } = await readApi(documentWithBody('multipart/form-data', media));
  const { image, mask } = tools['send']?.inputSchema.properties ?? {};
  const [plain, named] = mask.anyOf;
  expect(plain).toMatchObject({ contentEncoding: 'base64' });
  expect(image.anyOf).toEqual([plain, named, { type: 'array', items: mask }]);
  const part = (name: string, fileName = name) =>
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const png = 'iVBORw==';
  expect(await sendParts('multipart/form-data', media, { image: png, mask: png })).toEqual([
    `${part('image')}\x89PNG`,
    `${part('mask')}\x89PNG`,
  ]);
  expect(await sendParts('multipart/form-data', media, { image: [png, { text: 'x', fileName: 'x' }] })).toEqual([
    `${part('image')}\x89PNG`,
    `${part('image', 'x')}x`,
  ]);
});

test('a multipart body that has no parts is refused instead of sent empty', async () => {
  const media = { schema: {} };
  await expect(sendParts('multipart/mixed', media, { body: 'x' })).rejects.toThrow(
    'A multipart body must be an object or an array',
  );
});

test('style and explode of an encoding hold in multipart/form-data, without percent-encoding', async () => {
  const media = {
    schema: {
      type: 'object',
      properties: { csv: texts, pipes: texts, deep: { type: 'object' }, many: texts, plain: texts },
    },
    encoding: {
      csv: { style: 'form', explode: false },
      pipes: { style: 'pipeDelimited', contentType: 'application/json' },
      deep: { style: 'deepObject' },
      many: { explode: true },
    },
  };
  const input = { csv: ['a b', 'é'], pipes: ['c', 'd'], deep: { k: 1 }, many: ['e', 'f'], plain: ['g'] };
  expect(await sendParts('multipart/form-data', media, input)).toEqual([
    'Content-Disposition: form-data; name="csv"\r\n\r\na b,\xc3\xa9',
    'Content-Disposition: form-data; name="pipes"\r\n\r\nc|d',
    'Content-Disposition: form-data; name="deep[k]"\r\n\r\n1',
    'Content-Disposition: form-data; name="many"\r\n\r\ne',
    'Content-Disposition: form-data; name="many"\r\n\r\nf',
    'Content-Disposition: form-data; name="plain"\r\n\r\ng',
  ]);
});

test('headers of an encoding are arguments, and those with one value are sent', async () => {
  const media = {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, note: text },
      required: ['file'],
    },
    encoding: {
      file: {
        contentType: 'image/png',
        headers: {
          'Content-Type': { schema: text },
          'X-Kind': { schema: { type: 'string', enum: ['photo'] } },
          'X-Sizes': { description: 'Width and height.', required: true, schema: { type: 'array', items: {} } },
          'X-Title': { schema: text },
        },
      },
    },
  };
  const { tools } = await readApi(documentWithBody('multipart/form-data', media));
  const { properties, required } = tools['send']?.inputSchema ?? {};
  expect(Object.keys(properties)).toEqual(['file', 'note', 'file_X-Kind', 'file_X-Sizes', 'file_X-Title']);
  expect(properties['file_X-Sizes'].description).toBe('Width and height.');
  expect(required).toEqual(['file', 'file_X-Sizes']);
  const input = { file: 'iVBORw==', note: 'n', 'file_X-Sizes': [3, 4], 'file_X-Title': 'é' };
  expect(await sendParts('multipart/form-data', media, input, '3.1.0')).toEqual([
    'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: image/png\r\nx-kind: photo\r\nx-sizes: 3,4\r\nx-title: \xc3\xa9\r\n\r\n\x89PNG',
    'Content-Disposition: form-data; name="note"\r\n\r\nn',
  ]);
  const injected = { ...input, 'file_X-Kind': 'a\r\nX: y' };
  await expect(sendParts('multipart/form-data', media, injected)).rejects.toThrow(
    'must not contain control characters',
  );
});

test('files in a body that is one argument are files, too', async () => {
  const binary = { type: 'string', format: 'binary', description: 'The scan.' };
  const media = { schema: { type: 'object', properties: { scan: binary, note: text }, required: ['scan'] } };
  const optional = documentWithBody('multipart/form-data', media, '3.0.3', false);
  const { tools, diagnostics } = await readApi(optional);
  expect(diagnostics).toEqual([]);
  const { properties } = tools['send']?.inputSchema.properties.body ?? {};
  expect(properties.note).toEqual(text);
  expect(properties.scan).toMatchObject({ anyOf: [{ contentEncoding: 'base64' }, {}], description: 'The scan.' });
  const { body } = await sendOperation(server, optional, { body: { scan: { text: 'é', fileName: 'a.txt' } } });
  expect(body.toString('latin1')).toContain('name="scan"; filename="a.txt"');
});

test('a multipart body that is described as a file becomes the part "file", with a warning', async () => {
  const media = { schema: { type: 'string', format: 'binary' } };
  const { tools, diagnostics } = await readApi(documentWithBody('multipart/form-data', media));
  expect(diagnostics).toEqual([expect.stringMatching(/^invalid-api /u)]);
  expect(tools['send']?.inputSchema).toMatchObject({ required: ['file'] });
  expect(await sendParts('multipart/form-data', media, { file: 'iVBORw==' })).toEqual([
    'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n\x89PNG',
  ]);
});
