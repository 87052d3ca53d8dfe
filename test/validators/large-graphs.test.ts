import { describe, expect, it } from 'vitest';
import { emitValidators } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools } from './build-tools.js';
import { compileTool } from './load-validators.js';

/** The definitions `D0`, `D1`, …, each made from the one that it refers to. */
function defineMany(count: number, define: (refer: (step: number) => PlainSchema, index: number) => PlainSchema) {
  const names = Array.from({ length: count }, (_, index) => `D${index}`);
  return Object.fromEntries(
    names.map((name, index) => [name, define((step) => ({ $ref: `#/$defs/D${(index + step) % count}` }), index)]),
  );
}

const startsAtD0: PlainSchema = { type: 'object', properties: { a: { $ref: '#/$defs/D0' } } };

describe('emitValidators compiles definitions', () => {
  it('in a chain of 1,000', async () => {
    const chain = defineMany(1000, (refer, index) =>
      index === 999 ? { type: 'string', default: 'z' } : { anyOf: [{ type: 'null' }, refer(1)] },
    );
    const { input } = await compileTool({ input: startsAtD0 }, chain);
    expect([input({ a: 'x' }), input({ a: null }), input({ a: 1 })]).toEqual([true, true, false]);
  });

  it('in a circle of 300', async () => {
    const circle = defineMany(300, (refer) => ({
      type: 'object',
      properties: { next: refer(1), other: refer(299), size: { type: 'integer', default: 7 } },
    }));
    const { input, output } = await compileTool({ input: startsAtD0, output: startsAtD0 }, circle);
    const value = { a: { next: { other: { next: { size: 1 } } } } };
    expect(input(value)).toBe(true);
    expect(value).toEqual({ a: { size: 7, next: { size: 7, other: { size: 7, next: { size: 1 } } } } });
    expect([output?.({ a: { next: { next: {} } } }), output?.({ a: { next: { next: 1 } } })]).toEqual([true, false]);
  });

  it('that forbid what others in the circle do not declare', async () => {
    const circle = defineMany(3, (refer, index) => ({
      type: 'object',
      anyOf: [{ required: ['end'] }, { properties: { [`p${index}`]: refer(1) }, required: [`p${index}`] }],
      properties: { end: true },
      unevaluatedProperties: false,
    }));
    const { input } = await compileTool({ input: startsAtD0 }, circle);
    expect(input({ a: { p0: { p1: { end: 1 } } } })).toBe(true);
    expect(input({ a: { p0: { p2: { end: 1 } } } })).toBe(false);
  });

  it('in a chain of 2,000, and says so once when the last one is none', async () => {
    const chain = defineMany(2000, (refer, index) =>
      index === 1999 ? { type: 'strin' } : { properties: { next: refer(1) } },
    );
    const emitted = await emitValidators(buildTools([{ name: 'one', input: startsAtD0 }], chain));
    expect(emitted.failures).toEqual([
      { tool: 'one', schema: 'input', message: expect.stringMatching(/^"D1999": The schema is invalid at \/type: /) },
    ]);
  });
});
