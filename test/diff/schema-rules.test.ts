import { expect, test } from 'vitest';
import { weighSchemaChange } from '../../generator/feature-kit/changes/change.js';
import { schemaRules } from '../../generator/feature-kit/changes/change-rules.js';
import type { PlainSchema } from '../kit/build-model.js';
import { readTable } from '../kit/read-table.js';
import { diffPlainSchemas } from './diff-plain-schemas.js';

/**
 * Two schemas, the changes on the way from the first to the second, and those on the way back unless they are the same. A
 * change: rule, place in the value, `-` when it narrows and `+` when it widens (`-?`, `+?`: perhaps).
 */
const table = readTable('diff/schema-rules.tsv').map(
  ([title = '', one = '', other = '', there = '', back = there]) => ({
    title,
    one: JSON.parse(one) as PlainSchema,
    other: JSON.parse(other) as PlainSchema,
    there,
    back,
  }),
);

const signs = { no: ['', ''], maybe: ['-?', '+?'], yes: ['-', '+'] } as const;

function listChanges(old: PlainSchema, recent: PlainSchema): string {
  const lines = diffPlainSchemas(old, recent).map(({ rule, trail, narrows, widens }) => {
    const effect = signs[narrows][0] + signs[widens][1];
    return [rule, ...(trail.length > 0 ? [`@${trail.join('.')}`] : []), ...(effect === '' ? [] : [effect])].join(' ');
  });
  return lines.join(' | ');
}

test.each(table)('$title', ({ one, other, there, back }) => {
  expect(listChanges(one, other)).toBe(there);
  expect(listChanges(other, one)).toBe(back);
  expect(listChanges(one, one)).toBe('');
});

test('every rule is in the table', () => {
  const changes = table.flatMap(({ there, back }) => [...there.split(' | '), ...back.split(' | ')]);
  const found = new Set(changes.map((change) => change.split(' ')[0]));
  expect(Object.keys(schemaRules).filter((rule) => !found.has(rule))).toEqual([]);
});

test.each([
  ['type-narrowed', 'input', 'yes', 'no', 'breaking', 'compatible'],
  ['type-narrowed', 'output', 'yes', 'no', 'compatible', 'breaking'],
  ['type-narrowed', 'form', 'yes', 'no', 'compatible', 'compatible'],
  ['constraint-changed', 'input', 'maybe', 'maybe', 'may-break', 'may-break'],
  ['constraint-changed', 'form', 'maybe', 'maybe', 'compatible', 'may-break'],
  ['property-removed', 'input', 'no', 'no', 'may-break', 'breaking'],
  ['property-removed', 'input', 'yes', 'no', 'breaking', 'breaking'],
  ['property-added', 'input', 'no', 'yes', 'compatible', 'compatible'],
] as const)('%s of %s that narrows: %s, widens: %s', (rule, role, narrows, widens, clients, handlers) => {
  expect(weighSchemaChange(rule, role, { narrows, widens })).toEqual({ clients, handlers });
});
