import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoweredSchema } from '../../generator/emit/types/lowered-schema.js';
import { printPlainType } from '../../generator/emit/types/print-plain-type.js';
import { printTypes } from '../../generator/emit/types/print-types.js';

const token = fc.integer({ min: 0, max: 40 }).map((number) => `Token${number}X`);

/** Lowered types as the rest of the pipeline makes them: unions are flat and of two members or more. */
function arbitraryLowered(depth: number): fc.Arbitrary<LoweredSchema> {
  const text = fc.oneof(token, fc.constantFrom('unknown', 'never', '[Token1X, Token2X?]', '[...unknown[]]'));
  const leaf: fc.Arbitrary<LoweredSchema> = fc.oneof(
    fc.constantFrom('string', 'number', 'boolean', 'null').map((type) => ({ type }) as LoweredSchema),
    fc.uniqueArray(token, { minLength: 1, maxLength: 3 }).map((literals) => ({ enum: literals })),
    text.map((tsType) => ({ tsType })),
  );
  const shape = depth === 0 ? leaf : fc.oneof(leaf, arbitraryCompound(arbitraryLowered(depth - 1)));
  return fc
    .tuple(shape, fc.option(token, { nil: undefined }), fc.boolean())
    .map(([lowered, description, isDeprecated]) => ({
      ...lowered,
      ...(description !== undefined && { description }),
      ...(isDeprecated && { deprecated: true as const }),
    }));
}

function arbitraryCompound(member: fc.Arbitrary<LoweredSchema>): fc.Arbitrary<LoweredSchema> {
  const members = fc.array(member, { minLength: 2, maxLength: 4 });
  const alternatives = (each: LoweredSchema): LoweredSchema[] =>
    'anyOf' in each ? each.anyOf : 'enum' in each ? each.enum.map((literal) => ({ enum: [literal] })) : [each];
  const properties = fc.uniqueArray(fc.tuple(token, member, fc.boolean()), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  return fc.oneof(
    member.map((items): LoweredSchema => ({ type: 'array', items })),
    members.map((each): LoweredSchema => ({ anyOf: each.flatMap(alternatives) })),
    members.map((each): LoweredSchema => ({ allOf: each })),
    fc.tuple(properties, fc.oneof(fc.constant(false as const), member)).map(([entries, index]): LoweredSchema => ({
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, type]) => [name, type])),
      required: entries.filter(([, , isRequired]) => isRequired).map(([name]) => name),
      additionalProperties: index,
    })),
  );
}

describe('a plain type', () => {
  test('is printed as the library prints it', async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryLowered(3), async (lowered) => {
        const printed = printPlainType(lowered);
        if (printed === undefined) return;
        plain += 1;
        const library = await printTypes([{ token: 'Token99X', lowered }]);
        expect(printed).toEqual(library.get('Token99X'));
      }),
      { numRuns: 400 },
    );
    expect(plain).toBeGreaterThan(150);
  });

  test('is what most objects are', () => {
    const lowered: LoweredSchema = {
      type: 'object',
      properties: { Token1X: { type: 'string', description: 'Token2X' }, Token3X: { enum: ['Token4X', 'Token5X'] } },
      required: ['Token1X'],
      additionalProperties: false,
    };
    expect(printPlainType(lowered)).toEqual({
      comment: [],
      kind: 'interface',
      text: '{\n/**\n * Token2X\n */\nToken1X: string\nToken3X?: ("Token4X" | "Token5X")\n}',
    });
  });

  test.each<[string, LoweredSchema]>([
    ['an intersection', { allOf: [{ tsType: 'Token1X' }, { tsType: 'Token2X' }] }],
    [
      'an index signature that properties have to fit',
      {
        type: 'object',
        properties: { Token1X: { type: 'string' } },
        required: [],
        additionalProperties: { type: 'number' },
      },
    ],
  ])('is none that is %s', (_, lowered) => {
    expect(printPlainType({ type: 'array', items: lowered })).toBeUndefined();
  });

  test('is none that is nested deep', () => {
    let lowered: LoweredSchema = { type: 'string' };
    for (let depth = 0; depth < 100; depth += 1) lowered = { type: 'array', items: lowered };
    expect(printPlainType(lowered)).toBeUndefined();
  });
});
