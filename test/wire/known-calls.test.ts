import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownCalls } from '../../runtime/known-calls.js';

const version = 'io.modelcontextprotocol/protocolVersion';
const usual = { [version]: '2026-07-28', note: 'an "id":1, a "name":"x" and "arguments":{} in quotes' };

/** How clients write a call: with the id first or last, and with metadata or without. */
const styles = {
  'id first': (id: unknown, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  'id last': (id: unknown, params: object) => ({ method: 'tools/call', params, jsonrpc: '2.0', id }),
} as const;
type Style = keyof typeof styles;
const everyStyle = Object.keys(styles) as Style[];

interface Written {
  readonly name?: unknown;
  readonly input?: unknown;
  readonly meta?: object;
}

function write(style: Style, id: unknown, { name = 'x', input = {}, meta }: Written = {}): string {
  return JSON.stringify(styles[style](id, { name, arguments: input, ...(meta && { _meta: meta }) }));
}

function read(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch {
    return 'no JSON';
  }
}

/** Something that has seen a call. */
function acquaint(style: Style, written: Written): KnownCalls {
  const known = new KnownCalls();
  known.parse(write(style, 1, written));
  return known;
}

const style = fc.constantFrom(...everyStyle);
const id = fc.oneof(fc.nat(), fc.constantFrom(0, 10, -1, 1.5, 1e15, 2 ** 53 - 1, 'x', '7', null));
const input = fc.oneof(fc.jsonValue(), fc.constantFrom({ id: 1 }, { name: 'x' }, { arguments: {} }, '"', {}));
const name = fc.oneof(fc.constantFrom('x', 'y', 'a/b.c-d_1', 'é', '"', '\\', '', 'x","arguments":{}', 7), fc.string());
const meta = fc.constantFrom(undefined, usual, { progressToken: 1 }, { at: [1.5, 'é\u2028', null] });
const written = fc
  .record({ name, input, meta })
  .map(({ meta: own, ...rest }) => ({ ...rest, ...(own && { meta: own }) }));
const whole = fc.tuple(style, id, written).map((parts) => write(...parts));
const pieces = [
  '{',
  '}',
  '}}',
  '"',
  '\\',
  ',',
  ':',
  '\n',
  ' ',
  '5',
  '0',
  '.0',
  '"id":1',
  '"name":"x"',
  '"arguments":{}',
];
const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
const cut = fc
  .tuple(whole, fc.nat(400), fc.nat(6), broken)
  .map(([text, at, dropped, between]) => text.slice(0, at) + between + text.slice(at + dropped));

test.each(everyStyle)('messages are read as they stand, whatever came before them: %s', (usualStyle) => {
  for (const known of [{}, { meta: usual }]) {
    fc.assert(
      fc.property(fc.array(fc.oneof(whole, broken, cut), { maxLength: 20 }), (texts) => {
        const calls = acquaint(usualStyle, known);
        for (const text of texts) expect(read((json) => calls.parse(json), text)).toEqual(read(JSON.parse, text));
      }),
      { numRuns: 500 },
    );
  }
});

const head = '{"jsonrpc":"2.0","id":';
const middle = ',"method":"tools/call","params":{"name":"x","arguments":';

test.each([
  ['an id with a leading zero', `${head}01${middle}{}}}`],
  ['an id with a fraction', `${head}1.0${middle}{}}}`],
  ['an id with an exponent', `${head}1e3${middle}{}}}`],
  ['a negative id', `${head}-1${middle}{}}}`],
  ['no id', `${head}${middle}{}}}`],
  ['an id that is too large to be exact', `${head}9007199254740993${middle}{}}}`],
  ['an id of very many digits', `${head}${'9'.repeat(400)}${middle}{}}}`],
  ['white space before the id', `${head} 1${middle}{}}}`],
  ['no arguments', `${head}1${middle}}}`],
  ['arguments with white space around them', `${head}1${middle} { "a" : 1 }\n}}`],
  ['arguments that end the parameters and begin others', `${head}1${middle}{}},"params":{"name":"y"}}`],
  ['arguments that come twice', `${head}1${middle}{},"arguments":{"a":1}}}`],
  ['two messages', `${head}1${middle}{}}}${head}1${middle}{}}}`],
  ['a name with an escape', `${head}1,"method":"tools/call","params":{"name":"\\u0078","arguments":{}}}`],
  ['a name with a raw line end', `${head}1,"method":"tools/call","params":{"name":"x\n","arguments":{}}}`],
  ['a name that has no end', `${head}1,"method":"tools/call","params":{"name":"x`],
  ['a prototype in the arguments', `${head}1${middle}{"__proto__":{"a":1}}}}`],
  ['a prototype in the parameters', `${head}1${middle}{},"__proto__":{"a":1}}}`],
  ['another version of JSON-RPC', `{"jsonrpc":"1.0","id":1${middle}{}}}`],
  ['another method', `${head}1,"method":"tools/CALL","params":{"name":"x","arguments":{}}}`],
  ['another tool with another member', `${head}1,"method":"tools/call","params":{"name":"y","argument5":{}}}`],
  [
    'another tool, and its name in another member',
    `${head}1,"method":"tools/call","params":{"nAme":"y","arguments":{}}}`,
  ],
  ['nothing but the end', '}}'],
  ['nothing', ''],
])('%s: is read as it stands', (_, text) => {
  const calls = acquaint('id first', {});
  const [got, expected] = [read((json) => calls.parse(json), text), read(JSON.parse, text)];
  expect(got).toEqual(expected);
  expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
});

test.each([
  [
    'in the metadata',
    '{"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"id":?},"name":"x","arguments":{}},"id":1}',
  ],
  [
    'as a name in the metadata',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"name":"x?"},"name":"x","arguments":{}}}',
  ],
  ['in the arguments', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","arguments":{"id":?}},"id":1}'],
  [
    'as arguments in the metadata',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","_meta":{"arguments":{}?},"arguments":{}}}',
  ],
  [
    'in the metadata, with the value of the call',
    '{"params":{"name":"x","arguments":{},"_meta":{"id":?}},"jsonrpc":"2.0","method":"tools/call","id":7}',
  ],
  [
    'as a name in the metadata, that of the call',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"name":"other?"},"name":"other","arguments":{}}}',
  ],
  [
    'as arguments in the metadata, those of the call',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","_meta":{"arguments":?},"arguments":null}}',
  ],
  [
    'with a fraction',
    '{"jsonrpc":"2.0","id":?0.00000000000000005,"method":"tools/call","params":{"name":"x","arguments":{}}}',
  ],
  ['with an exponent', '{"params":{"name":"x","arguments":{}},"jsonrpc":"2.0","method":"tools/call","id":?0e0}'],
  ['twice', '{"id":?,"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}'],
  [
    'beside another parameter',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","arguments":{},"task":{}}}',
  ],
  [
    'beside another member',
    '{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","arguments":{}},"extra":1}',
  ],
])('an id, a name or arguments %s: read as they stand', (_, pattern) => {
  const texts = ['1', '', '7', 'null', '12', '9', '{}', ',"a":1'].map((other) => pattern.replace('?', other));
  for (const first of texts) {
    const calls = new KnownCalls();
    for (const text of [first, ...texts]) {
      expect(read((json) => calls.parse(json), text)).toEqual(read(JSON.parse, text));
    }
  }
});

test.each(everyStyle)('metadata that come again are one object, which nobody can change: %s', (usualStyle) => {
  const calls = acquaint(usualStyle, { meta: usual });
  const [first, second] = ['x', 'y'].map(
    (tool, index) =>
      calls.parse(write(usualStyle, index, { name: tool, meta: usual })) as { params: { _meta: object } },
  );
  expect(first?.params._meta).toEqual(usual);
  expect(first?.params._meta).toBe(second?.params._meta);
  expect(Object.isFrozen(first?.params._meta)).toBe(true);
});

test('calls of another shape take the place of those that come no more', () => {
  const calls = acquaint('id first', { meta: usual });
  const other = { [version]: '2026-07-28', at: { home: true } };
  const seen = Array.from(
    { length: 9 },
    (_, index) => calls.parse(write('id last', index, { meta: other })) as { params: { _meta: object } },
  );
  expect(seen[0]?.params._meta).not.toBe(seen[8]?.params._meta);
  expect(seen[7]?.params._meta).toBe(seen[8]?.params._meta);
  expect(seen[8]?.params._meta).toEqual(other);
});

test('calls that differ each time are read as they stand', () => {
  const calls = new KnownCalls();
  for (let index = 0; index < 300; index += 1) {
    const text = write('id first', index, { meta: { progressToken: index } });
    expect(JSON.stringify(calls.parse(text))).toBe(text);
  }
});

test('metadata and arguments as deep as a message may be that is looked at are read', () => {
  const deep = `${'['.repeat(990)}${']'.repeat(990)}`;
  const text = `${head}1${middle}{"a":${deep}},"_meta":{"a":${deep}}}}`;
  const calls = new KnownCalls();
  for (let time = 0; time < 3; time += 1) expect(JSON.stringify(calls.parse(text))).toBe(text);
});
