import type { Json, JsonObject } from '../model/json.js';
import type { ToolModel } from '../model/model.js';
import { bindOperation, type BindingSource } from './bind-operation.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { listTags } from './list-tags.js';
import type { GivenNames, NameWish } from './name-tools.js';
import type { RenameTable } from './schema/rename-table.js';

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
  readonly toolsets: readonly string[];
  readonly isInactive?: true;
  /** What a definition says about the tool. */
  readonly override?: DefinitionEntry;
  readonly isImplemented: boolean;
  /** An answer that does not fit the output schema is an error. */
  readonly isStrict: boolean;
}

/** Bytes of an input schema that a model is told; no more than a small part of what a context has. */
const maxInputSchema = 32_768;

/**
 * The tool of a draft.
 *
 * @param isCatalogued It is to be no tool of its own, but an operation that is called through other tools.
 */
export function finishTool(
  draft: ToolDraft,
  { name, names }: GivenNames,
  api: string,
  renames: RenameTable,
  finish: (schema: JsonObject) => JsonObject,
  isCatalogued: boolean,
): ToolModel {
  const { method, path } = draft.source.operation;
  const { title, description, annotations, output, timeoutMs, isImplemented, isStrict, source } = draft;
  return {
    name,
    names,
    ...(title !== undefined && { title }),
    description,
    annotations,
    extensions: new Map<string, Json>(),
    input: { dialect: '2020-12', schema: finish(source.input.schema) },
    ...(output && { output: { dialect: '2020-12', schema: finish(output) } }),
    handler: {
      kind: 'forward',
      api,
      operation: bindOperation(source, renames),
      isImplemented,
      passesMisfits: !isStrict && !isImplemented,
    },
    elicitations: [],
    keepsAbsent: true,
    maxInputSchema,
    outputBudget: isStrict || isCatalogued ? 'own' : 'shared',
    ...(draft.toolsets.length > 0 && { toolsets: draft.toolsets }),
    ...(draft.isInactive && { isInactive: true }),
    ...(isCatalogued && {
      catalogued: { api, tags: listTags(draft.source.operation), request: `${method.toUpperCase()} ${path}` },
    }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}
