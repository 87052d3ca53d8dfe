import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindJson } from '../../generator/features/http/bind-values.js';
import { parseJson } from '../../generator/core/source/parse-json.js';
import { toPlainJson } from '../../generator/core/model/json.js';
import { fillJson } from '../../runtime/features/apis/find-argument.js';
import type { JsonTemplate } from '../../runtime/features/apis/forward-definition.js';

/** Binds a JSON value as the generator does, and fills in arguments as a server does. */
function fill(value: unknown, input: object): unknown {
  const { root } = parseJson('a.json', JSON.stringify(value));
  if (!root) throw new Error('The value is not JSON.');
  return fillJson(toPlainJson(bindJson(root)) as JsonTemplate, input);
}

/** Writes braces so that they are text. */
function escape(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('{{', String.raw`\{{`);
  if (Array.isArray(value)) return value.map(escape);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escape(member)]));
}

test('every JSON value without arguments is sent as written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('{', '}', 'a', '\\', 'é') }), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown;
      expect(fill(escape(plain), { a: 1 })).toEqual(plain);
    }),
  );
});

test('an argument alone is its value, with text its text, and a missing one is omitted with its member', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => value !== null),
      (a) => {
        const plain = JSON.parse(JSON.stringify(a)) as unknown;
        const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
        const value = {
          whole: '{{a}}',
          text: '<{{a}}>',
          list: ['{{a}}', '{{b}}'],
          missing: '{{b}}',
          part: 'x{{b}}',
          c: { d: '{{b}}' },
        };
        expect(fill(value, { a: plain })).toEqual({ whole: plain, text: `<${text}>`, list: [plain], c: {} });
      },
    ),
  );
});
