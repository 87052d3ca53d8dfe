import { expect, test } from 'vitest';
import { checkCircularRefs } from '../../generator/feature-kit/resolve/check-circular-refs.js';
import { schemaModel, type PlainSchema } from '../kit/build-model.js';
import { measureGrowth } from '../kit/measure-growth.js';

/** Codes and lines of the diagnostics for the definitions `0`, `1`, …, each on a line of its own. */
function check(schemas: readonly PlainSchema[]): readonly string[] {
  const referred = schemas.map((schema, index) => {
    const location = { file: 'a.yaml', line: index, column: 1, length: 1 };
    const place = { file: 'a.yaml', path: [], rootPath: [], dialect: '2020-12' as const, location };
    return { key: String(index), schema: schemaModel(schema).schema, ...place };
  });
  return checkCircularRefs(referred).map(({ code, location }) => `${code} ${location?.line}`);
}

const refTo = (index: number): PlainSchema => ({ $ref: `#/$defs/${index}` });

test('ten times as many definitions that refer to the next one are checked in about ten times the time', async () => {
  const chain = (count: number): readonly PlainSchema[] =>
    Array.from({ length: count }, (_, index) => (index === count - 1 ? true : refTo(index + 1)));
  await measureGrowth(500, (count) => expect(check(chain(count))).toEqual([]));
});

test('only the definitions of a circle are reported, not those that lead to it or away from it', () => {
  const all = (...indexes: number[]): PlainSchema => ({ allOf: indexes.map(refTo) });
  expect(check([refTo(1), all(2, 3), refTo(1), refTo(4), refTo(4), true])).toEqual([
    'circular-ref 1',
    'circular-ref 2',
    'circular-ref 4',
  ]);
});
