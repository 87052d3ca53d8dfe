import { isJsonObject, objectAt, type Json } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import { FieldTree } from '../../core/schema/field-tree.js';
import { mapByName } from '../../core/schema/wire-schema.js';

/** Selectable response fields of a model. */
export interface SelectableFields {
  /** Content of `generated/selectable-fields.ts`; `undefined` if no tool selects fields. */
  readonly content: string | undefined;
  /** Key of each tool's response in the field table of its API, by tool name. */
  readonly shapes: ReadonlyMap<string, string>;
  /** APIs that have a field table. */
  readonly apis: ReadonlySet<string>;
}

/** Emits the fields that API responses can have, for checking the arguments that select them. */
export function emitSelectableFields(model: Model, render: RenderTemplate): SelectableFields {
  const definitions = mapByName(model.definitions);
  const trees = new Map<string, FieldTree>();
  const shapes = new Map<string, string>();
  for (const tool of model.tools) {
    const { handler, output } = tool;
    if (handler.kind !== 'forward' || output === undefined || !isSelected(tool)) continue;
    const tree = trees.get(handler.api) ?? new FieldTree((name) => definitions.get(name)?.schema);
    const { key } = tree.add(output.schema);
    if (key === '') continue;
    trees.set(handler.api, tree);
    shapes.set(tool.name, key);
  }
  const tables = [...trees].map(([name, { table }]) => ({
    name,
    table: jsonExpression(table as ReadonlyMap<string, Json>),
  }));
  return {
    content: tables.length === 0 ? undefined : render('generated/selectable-fields.ts', { tables }),
    shapes,
    apis: new Set(trees.keys()),
  };
}

/** Whether a tool has an argument for fields that its schema does not list. */
function isSelected({ handler, input }: ToolModel): boolean {
  if (handler.kind !== 'forward' || !isJsonObject(input.schema)) return false;
  const name = objectAt(handler.operation, 'output').get('fields');
  const argument = typeof name === 'string' ? objectAt(input.schema, 'properties').get(name) : undefined;
  return isJsonObject(argument) && !objectAt(argument, 'items').has('enum');
}
