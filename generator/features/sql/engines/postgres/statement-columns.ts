import type { PreparedColumn } from '../engine.js';
import type { Catalog, RelationFacts } from './catalog.js';
import type { Field } from './session.js';
import { baseOf, kindOf, type TypeFacts } from './type-facts.js';

/** Describes the columns of a result. `isRequired`: by position, whether the values are never null. */
export async function describeColumns(
  fields: readonly Field[],
  isRequired: readonly boolean[],
  catalog: Catalog,
): Promise<readonly PreparedColumn[]> {
  const types = await catalog.loadTypes(fields.map(({ type }) => type));
  const modifiers = await catalog.describeModifiers(fields.map(({ type, modifier }) => [type, modifier]));
  const relations = await catalog.loadRelations(fields.map(({ table }) => table));
  return fields.map((field, index) => {
    const type = types.get(field.type);
    const base = type && baseOf(type);
    const item = base?.items && baseOf(base.items);
    const value = item ?? base;
    const modifier = modifiers.get(`${field.type}:${field.modifier}`) ?? '';
    return {
      name: field.name,
      type: type ? nameWithModifier(type, modifier) : 'unknown',
      kind: value ? kindOf(value, field.modifier) : 'text',
      ...(item && { isArray: true as const }),
      isNullable: isRequired[index] !== true,
      ...(value?.enum && { enum: value.enum }),
      ...describeOrigin(field, relations),
    };
  });
}

function nameWithModifier(type: TypeFacts, modifier: string): string {
  // With a modifier, `bit` needs no quotation marks.
  const name = (type.items ?? type).name.replace('"bit"', 'bit');
  return `${name}${modifier}${type.items ? '[]' : ''}`;
}

function describeOrigin(
  { table, column }: Field,
  relations: ReadonlyMap<number, RelationFacts>,
): Pick<PreparedColumn, 'origin' | 'comment'> {
  const relation = relations.get(table);
  const found = relation?.columns.get(column);
  if (!relation || !found) return {};
  const comment = found.comment;
  return { origin: `${relation.name}.${found.name}`, ...(comment !== undefined && { comment }) };
}
