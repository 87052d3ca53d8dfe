import { expect, test } from 'vitest';
import { readInput, readOutput } from './read-api.js';

const id = { type: 'integer', readOnly: true };
const base = { type: 'object', properties: { id, a: { type: 'string' } } };
const withoutId = { type: 'object', properties: { a: { type: 'string' } } };
const reference = { $ref: '#/components/schemas/Base' };

test.each([
  ['of a part next to it', { allOf: [base, { required: ['id', 'a'] }] }, { allOf: [withoutId, { required: ['a'] }] }],
  ['of a part that is referred to', { allOf: [reference], required: ['id'] }, { allOf: [{ $ref: '#/$defs/Base' }] }],
  ['of a schema next to its reference', { ...reference, required: ['id'] }, { $ref: '#/$defs/Base' }],
  [
    'in a branch',
    { ...base, anyOf: [{ required: ['id'] }, { required: ['a'] }] },
    { ...withoutId, anyOf: [{}, { required: ['a'] }] },
  ],
])('a read-only property %s is required of answers only', async (_title, schema, translated) => {
  const { value, diagnostics } = await readInput(schema, { Base: base }, '3.1.0');
  expect(value).toEqual(translated);
  expect(diagnostics).toEqual([]);
  const { value: answer } = await readOutput(schema, { Base: base }, '3.1.0');
  expect(JSON.stringify(answer)).toContain('"required":["id"');
});

test('a property that one part of a schema says is read-only is required as the other part says', async () => {
  const writable = { properties: { id: { type: 'integer' } }, required: ['id'] };
  const { value } = await readInput({ allOf: [base, writable] }, {}, '3.1.0');
  expect(value).toEqual({ allOf: [withoutId, writable] });
});
