import { describe, expect, test } from 'vitest';
import type { ForwardApi, ForwardBody } from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

async function send(body: ForwardBody, input: unknown, api: Partial<ForwardApi> = {}) {
  const operation = { method: 'POST', path: ['/p/', { name: 'id', from: ['id'] }], body };
  await callOperation(server.url, operation, { id: 1, ...(input as object) }, { api });
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Nothing arrived');
  return { type: request.headers['content-type'], text: request.body.toString('utf8'), bytes: request.body };
}

describe('a JSON body', () => {
  const json = { mediaType: 'application/json', encoding: 'json' } as const;

  test('is the value of an argument, which may be null, and is not sent when there is none', async () => {
    const body = { ...json, value: { from: ['body'] } };
    const sent = await send(body, { body: [{ a: null }, 'é'] });
    expect(sent).toMatchObject({ type: 'application/json', text: '[{"a":null},"é"]' });
    expect((await send(body, { body: null })).text).toBe('null');
    expect(await send(body, {})).toMatchObject({ type: undefined, text: '' });
  });

  test('is put together from arguments, keeping null, and takes others where the document allows them', async () => {
    const members = [
      { name: 'na me', from: ['na_me'] },
      { name: 'id', from: ['body_id'] },
    ];
    const textOf = async (value: object, input: object) =>
      (await send({ ...json, value: { members, ...value } }, input)).text;
    expect(await textOf({}, { na_me: null, body_id: 7, other: 1 })).toBe('{"na me":null,"id":7}');
    expect(await textOf({}, {})).toBe('');
    expect(await textOf({ isRequired: true }, {})).toBe('{}');
    expect(JSON.parse(await textOf({ hasRest: true }, { na_me: 1, x: 2 }))).toEqual({ 'na me': 1, x: 2 });
  });

  test('gets original keys back at every depth', async () => {
    const renames = {
      Node: { properties: { dollar: { name: '$' }, proto: { name: '__proto__' }, children: { renames: 'Nodes' } } },
      Nodes: { items: 'Node' },
    };
    const body = { ...json, value: { from: ['node'] }, renames: 'Node' };
    const node = { dollar: 1, children: [{ dollar: 2, children: [{ proto: 3 }] }] };
    const sent = await send(body, { node }, { renames });
    expect(sent.text).toBe('{"$":1,"children":[{"$":2,"children":[{"__proto__":3}]}]}');
  });
});

test('a form repeats lists, has objects as JSON and follows the style of a part', async () => {
  const body: ForwardBody = {
    mediaType: 'application/x-www-form-urlencoded',
    encoding: 'form',
    value: { from: ['form'] },
    parts: { deep: { style: 'deepObject', explode: true }, comma: { explode: false } },
  };
  const form = { a: 'x y&z=1+2', list: ['p', 'q'], object: { k: 1 }, deep: { k: [1] }, comma: ['r', 's'], none: null };
  const { type, text } = await send(body, { form });
  expect(type).toBe('application/x-www-form-urlencoded');
  expect(text).toBe('a=x+y%26z%3D1%2B2&list=p&list=q&object=%7B%22k%22%3A1%7D&deep%5Bk%5D%5B%5D=1&comma=r,s');
});

describe('a form that is no object', () => {
  const body = { mediaType: 'application/x-www-form-urlencoded', encoding: 'form', value: { from: ['form'] } } as const;

  test('is sent as it is when it is a text, which was empty before', async () => {
    const form = 'title=Pork roast&x=%26+1\r\nä\ud800';
    expect((await send(body, { form })).text).toBe('title=Pork+roast&x=%26+1%0D%0A%C3%A4%EF%BF%BD');
  });

  test.each([[7], [['a=1']]])('is refused when it is %j', async (form) => {
    await expect(send(body, { form })).rejects.toThrow('A form body must be an object or a string');
  });
});

test('a file of a multipart body without a media type is any bytes', async () => {
  const body: ForwardBody = {
    mediaType: 'multipart/form-data',
    encoding: 'multipart',
    value: { from: ['form'] },
    parts: { data: { file: 'text' } },
  };
  expect((await send(body, { form: { data: 'hi' } })).text).toContain(
    'name="data"; filename="data"\r\nContent-Type: application/octet-stream\r\n\r\nhi\r\n',
  );
});

test('a text is sent as it is', async () => {
  const body = { mediaType: 'application/xml', encoding: 'text', value: { from: ['body'] } } as const;
  expect(await send(body, { body: '<a>é</a>' })).toMatchObject({ type: 'application/xml', text: '<a>é</a>' });
});

test('multipart has a part for each property and item', async () => {
  const body: ForwardBody = {
    mediaType: 'multipart/form-data',
    encoding: 'multipart',
    value: { from: ['form'] },
    parts: {
      photo: { file: 'base64', contentType: 'image/png' },
      notes: { file: 'text', contentType: 'text/plain' },
      raw: { contentType: 'application/xml' },
    },
  };
  const form = {
    name: 'Zoë',
    tags: ['a', 'b'],
    meta: { k: 1 },
    photo: 'iVBORw==',
    notes: [
      'one',
      { text: 'two', fileName: 'a".txt\r\nX: y', mediaType: 'text/markdown' },
      { base64: 'AP8', fileName: 'b.bin' },
    ],
    raw: '<a/>',
  };
  const { type, bytes } = await send(body, { form });
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/u.exec(String(type))?.[1] ?? '(none)';
  const parts = [
    ['name="name"', '', Buffer.from('Zoë')],
    ['name="tags"', '', Buffer.from('a')],
    ['name="tags"', '', Buffer.from('b')],
    ['name="meta"', 'application/json', Buffer.from('{"k":1}')],
    ['name="photo"; filename="photo"', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
    ['name="notes"; filename="notes"', 'text/plain', Buffer.from('one')],
    ['name="notes"; filename="a%22.txt%0D%0AX: y"', 'text/markdown', Buffer.from('two')],
    ['name="notes"; filename="b.bin"', 'text/plain', Buffer.from([0, 255])],
    ['name="raw"', 'application/xml', Buffer.from('<a/>')],
  ] as const;
  const expected = Buffer.concat([
    ...parts.flatMap(([name, contentType, content]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n${contentType === '' ? '' : `Content-Type: ${contentType}\r\n`}\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  expect(bytes.toString('latin1')).toBe(expected.toString('latin1'));
});

describe('a file', () => {
  const binary = { encoding: 'binary', value: { from: ['file'] } } as const;

  test('is sent as its bytes, and may have more padding than it needs, or none', async () => {
    for (const file of ['AP8=', 'AP8', 'AP8===']) {
      const { type, bytes } = await send({ ...binary, mediaType: 'image/png' }, { file });
      expect([type, ...bytes]).toEqual(['image/png', 0, 255]);
    }
  });

  test('says its media type where the document leaves it open', async () => {
    const file = { text: 'hi', mediaType: 'text/plain; charset=utf-8' };
    expect(await send({ ...binary, mediaType: '*/*' }, { file })).toMatchObject({
      type: 'text/plain; charset=utf-8',
      text: 'hi',
    });
    expect((await send({ ...binary, mediaType: 'image/png' }, { file })).type).toBe('image/png');
    expect((await send({ ...binary, mediaType: 'image/*' }, { file: 'AP8=' })).type).toBe('application/octet-stream');
  });

  test.each([
    ['%', ' must be Base64'],
    [7, ' must be a string, or an object with either "text" or "base64"'],
    [['AP8='], ' must be a string, or an object with either "text" or "base64"'],
    [{}, ' must be a string, or an object with either "text" or "base64"'],
    [{ text: 'a', base64: 'AP8=' }, ' must be a string, or an object with either "text" or "base64"'],
    [{ text: 'a', mediaType: 'text/plain\r\nX-Admin: 1' }, ': "mediaType" must be a media type such as image/png'],
  ])('that is none is refused: %j', async (file, message) => {
    await expect(send({ ...binary, mediaType: '*/*' }, { file })).rejects.toThrow(`Argument "body"${message}`);
  });
});
