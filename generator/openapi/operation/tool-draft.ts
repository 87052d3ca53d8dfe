import type { Json, JsonObject } from '../../model/json.js';
import type { ToolModel } from '../../model/model.js';
import { bindOperation, type BindingSource } from '../binding/bind-operation.js';
import type { GivenNames, NameWish } from '../naming/name-tools.js';
import type { RenameTable } from '../schema/rename-table.js';

/** A tool before it has a name; its schemas are still those of one direction, with marks. */
export interface ToolDraft {
  readonly wish: NameWish;
  /** What a definition may call it by. */
  readonly aliases: readonly string[];
  readonly source: BindingSource;
  readonly title?: string;
  readonly description: string;
  readonly annotations: JsonObject;
  readonly output?: JsonObject;
  readonly timeoutMs?: number;
  readonly isImplemented: boolean;
}

/** Bytes of an output schema that a model is spared by default. */
const maxOutputSchema = 32_768;

/** The tool of a draft. */
export function finishTool(
  draft: ToolDraft,
  { name, names }: GivenNames,
  api: string,
  renames: RenameTable,
  finish: (schema: JsonObject) => JsonObject,
): ToolModel {
  const { title, description, annotations, output, timeoutMs, isImplemented, source } = draft;
  return {
    name,
    names,
    ...(title !== undefined && { title }),
    description,
    annotations,
    extensions: new Map<string, Json>(),
    input: { dialect: '2020-12', schema: finish(source.input.schema) },
    ...(output && { output: { dialect: '2020-12', schema: finish(output) } }),
    handler: { kind: 'forward', api, operation: bindOperation(source, renames), isImplemented },
    elicitations: [],
    keepsAbsent: true,
    maxOutputSchema,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
