import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../runtime/wire/canonical-json.js';

describe('the examples of RFC 8785', () => {
  test('section 3.2.2: values', () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(input))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('section 3.2.3: keys', () => {
    const input = String.raw`{
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    const values = [...canonicalJson(JSON.parse(input)).matchAll(/:"([^"]+)"/gu)].map(([, value]) => value);
    expect(values).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: the double %s is %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])('appendix B: %s is an error', (bits) => {
    expect(() => canonicalJson([Buffer.from(bits, 'hex').readDoubleBE()])).toThrow(RangeError);
  });
});

/** Encodes without the code under test: bytes decide the order of keys, and `String` prints numbers. */
function encode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(encode).join()}]`;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const bytes = (key: string): Buffer => Buffer.from(key, 'utf16le').swap16();
  const keys = Object.keys(value).toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)));
  const members: { readonly [key: string]: unknown } = { ...value };
  return `{${keys.map((key) => `${JSON.stringify(key)}:${encode(members[key])}`).join()}}`;
}

describe('any JSON value', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

  test('is encoded as by another encoder, and keeps its meaning', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value);
        expect(text).toBe(encode(value));
        // -0 is 0 in JSON.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('has one encoding, in any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), anyJson), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(members));
      }),
    );
  });

  test.each([[[1n]], [{ a: () => 1 }], [[undefined]]])('%# is not one', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test('is not encoded past the end of the stack', () => {
    expect(() => canonicalJson(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toThrow(RangeError);
  });
});
