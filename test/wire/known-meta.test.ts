import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownMeta } from '../../runtime/modern/known-meta.js';

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';

const usual = { [version]: '2026-07-28', [capabilities]: {}, note: 'a "_meta":{} in quotes' };
const other = { [version]: '2026-07-28', [capabilities]: { elicitation: {} } };
const usualText = `"_meta":${JSON.stringify(usual)}`;
const call = (id: number, meta: unknown = usual, input: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x', arguments: input, _meta: meta } });

function read(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) };
  } catch {
    return 'no JSON';
  }
}

/** Something that has seen the usual metadata. */
function acquaint(): KnownMeta {
  const known = new KnownMeta();
  known.parse(call(1));
  return known;
}

test('requests are read as they stand, whatever came before them', () => {
  const meta = fc.constantFrom(usual, other, { progressToken: 1 }, { [version]: 1, at: [1.5, 'é\u2028', null] }, 0);
  const whole = fc.tuple(fc.nat(), meta, fc.jsonValue()).map(([id, own, input]) => call(id, own, input));
  const pieces = ['{', '}', '"', '\\', ',', ':', '\n', '5', '.0', '"params":', '"_meta":', '"a":', usualText];
  const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  const cut = fc
    .tuple(whole, fc.nat(400), broken)
    .map(([text, at, between]) => text.slice(0, at) + between + text.slice(at));
  fc.assert(
    fc.property(fc.array(fc.oneof(whole, broken, cut), { maxLength: 20 }), (texts) => {
      const known = acquaint();
      for (const text of texts) expect(read((json) => known.parse(json), text)).toEqual(read(JSON.parse, text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['behind the parameters', `{"params":{"name":"x"},${usualText}}`],
  ['in the arguments alone', `{"params":{"arguments":{${usualText}}}}`],
  ['in the arguments, and others where they belong', `{"params":{"arguments":{${usualText}},"_meta":{"a":1}}}`],
  ['twice', `{"params":{"arguments":{${usualText}},${usualText}}}`],
  ['and then overwritten', `{"params":{${usualText},"_meta":{"a":1}}}`],
  ['in parameters that are overwritten', `{"params":{${usualText}},"params":{"a":1}}`],
  ['as the end of a longer key', `{"params":{"\\${usualText}}}`],
  ['in an entry of a batch', `[{"params":{${usualText}}}]`],
  ['with digits grown onto it', `{"params":{${usualText}.0}}`],
  ['with nothing before the comma', `{"params":{,${usualText}}}`],
])('known metadata %s are read as they stand', (_place, text) => {
  const known = acquaint();
  expect(read((json) => known.parse(json), text)).toEqual(read(JSON.parse, text));
});

test('metadata that come again are one object, which nobody can change', () => {
  const known = acquaint();
  const [first, second] = [2, 3].map((id) => known.parse(call(id)) as { params: { _meta: typeof usual } });
  expect(first?.params._meta).toBe(second?.params._meta);
  expect(Object.isFrozen(first?.params._meta)).toBe(true);
  expect(Object.isFrozen(first?.params._meta[capabilities])).toBe(true);
});

test('other metadata take the place of those that come no more', () => {
  const known = acquaint();
  const read = Array.from({ length: 8 }, (_, id) => known.parse(call(id, other)) as { params: { _meta: unknown } });
  expect(read[0]?.params._meta).not.toBe(read[7]?.params._meta);
  expect(read[6]?.params._meta).toBe(read[7]?.params._meta);
  expect(read[7]?.params._meta).toEqual(other);
});

test('metadata as deep as a message may be that is searched are read', () => {
  const deep = `{"params":{"_meta":{"${version}":${'['.repeat(1900)}${']'.repeat(1900)}}}}`;
  const known = new KnownMeta();
  for (let time = 0; time < 2; time += 1) expect(JSON.stringify(known.parse(deep))).toBe(deep);
});
