import { diffSchemas } from '../../generator/feature-kit/changes/schema/diff-schemas.js';
import type { SchemaChange } from '../../generator/feature-kit/changes/schema/schema-comparison.js';
import { SchemaVersions } from '../../generator/feature-kit/changes/schema/schema-versions.js';
import { definitionModel, schemaModel, type PlainSchema } from '../kit/build-model.js';

/** Schemas by name. */
export type PlainDefinitions = { readonly [name: string]: PlainSchema };

/** The changes from one schema to another. */
export function diffPlainSchemas(
  old: PlainSchema,
  recent: PlainSchema,
  definitions: { readonly old?: PlainDefinitions; readonly new?: PlainDefinitions } = {},
): readonly SchemaChange[] {
  const [before, after] = [definitions.old, definitions.new].map((all) =>
    Object.entries(all ?? {}).map(([name, schema]) => definitionModel(name, schema)),
  );
  const place = { anchor: { kind: 'tool', key: 'test' }, path: [] } as const;
  const versions = new SchemaVersions(before ?? [], after ?? []);
  return diffSchemas(schemaModel(old), schemaModel(recent), place, versions);
}
