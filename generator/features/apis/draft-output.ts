import { defined, jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import type { FieldTree } from '../../core/schema/field-tree.js';
import type { BoundFunctionModel } from '../../core/model/model.js';
import { childOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { addOutputArguments, isLarge } from './output-arguments.js';
import { narrowOutput, readOutputSettings, readPick, readTransform } from './output-settings.js';
import type { ApiDocument } from './api-document.js';
import { bindPaging, findPaging, listSettable } from './paging.js';
import type { SchemaReader } from './schema/schema-reader.js';
import type { ToolInput } from './tool-input.js';

/** Draft of the output of an operation: selected fields, truncation and paging. */
export interface OutputDraft {
  /** Arguments of the operation, including those for its output. */
  readonly input: ToolInput;
  /** Output schema, narrowed to picked fields. Absent if a function transforms the response. */
  readonly output?: JsonObject;
  /** Function that transforms the response, with its input schema. */
  readonly transform?: BoundFunctionModel & { readonly value?: JsonObject };
  /** Bindings for the runtime (`ForwardOutput`, `Paging`). */
  readonly binding: { readonly output?: JsonObject; readonly paging?: JsonObject };
  /** Binding for the runtime (`NextArgument`). */
  readonly next?: JsonObject;
  /** Whether results may deviate from the output schema, because they are truncated or have notes. */
  readonly isAltered: boolean;
}

/** Properties of an API that affect output drafts. */
export interface OutputContext {
  readonly document: ApiDocument;
  readonly reader: SchemaReader;
  /** Fields of all responses of the API. */
  readonly fields: FieldTree;
  /** `output.transform` next to `document`. */
  readonly transform?: BoundFunctionModel | undefined;
}

/**
 * Drafts the output of an operation.
 *
 * @param entry Entry of the tool under `openapi.<name>.tools`.
 * @param described Output schema of the operation.
 * @param isImplemented Whether a user's handler implements the tool.
 */
export function draftOutput(
  { document, reader, fields: tree, transform: shared }: OutputContext,
  entry: SourceNode | undefined,
  input: ToolInput,
  described: JsonObject | undefined,
  isImplemented: boolean,
): OutputDraft {
  const root = described && tree.add(described);
  const { maxTokens } = readOutputSettings(entry);
  const isStrict = stringAt(document.entry?.node, 'validateResponses') === 'error';
  const transform = readTransform(document, entry, isImplemented) ?? (isImplemented ? undefined : shared);
  const isChecked = transform === undefined || childOf(entry, 'outputSchema') !== undefined;
  const hasLimit = (maxTokens ?? readOutputSettings(document.entry?.node).maxTokens) !== undefined;
  const isExact = isStrict && isChecked && !hasLimit;
  const pick = readPick(document, entry, tree, root?.key ?? '');
  const paging = findPaging(input);
  const isSelected =
    root !== undefined && pick === undefined && transform === undefined && !isExact && isLarge(tree, root);
  const { schema, fields, next } = addOutputArguments(
    input.schema,
    tree,
    isSelected ? root : undefined,
    paging.length > 0,
  );
  const needsCheck = isStrict && isChecked && !isExact && described !== undefined;
  const output = jsonObjectOf({
    maxTokens,
    pick,
    fields,
    isExact: isExact || undefined,
    isChecked: needsCheck || undefined,
  });
  const value = described && pick ? narrowOutput(described, pick, (name) => reader.find(name)) : described;
  return {
    input: { ...input, schema },
    ...defined({
      output: transform ? undefined : value,
      transform: transform && { ...transform, ...defined({ value }) },
      next: next === undefined ? undefined : listSettable(next, paging),
    }),
    binding: defined({
      output: output.size > 0 ? output : undefined,
      paging: next === undefined ? undefined : bindPaging(next, paging),
    }),
    isAltered: !isExact,
  };
}
