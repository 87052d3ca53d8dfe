import { didYouMean } from '../../core/diagnostics/suggest.js';
import { defined, type Json, type JsonObject } from '../../core/model/json.js';
import type { BoundFunctionModel } from '../../core/model/model.js';
import type { FieldTree } from '../../core/schema/field-tree.js';
import { narrowSchema, splitPath, toSelection } from '../../core/schema/narrow-schema.js';
import { booleanAt, numberAt } from '../../core/source/read-values.js';
import { childOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { apisDiagnostics } from './diagnostics.js';

/** Value of `output` for an API or one of its tools. */
interface OutputSettings {
  /** Maximum number of tokens in a response; `0` means no limit. */
  readonly maxTokens?: number;
}

/** Reads `output` of an entry under `openapi` or of one of its tools. */
export function readOutputSettings(entry: SourceNode | undefined): OutputSettings {
  const output = childOf(entry, 'output');
  const isUnlimited = booleanAt(output, 'maxTokens') === false;
  return defined({ maxTokens: isUnlimited ? 0 : numberAt(output, 'maxTokens') });
}

/**
 * Reads `output.transform` of an API or one of its tools. Reports a function that cannot be called.
 *
 * @param isImplemented Whether a user's handler implements the tool.
 */
export function readTransform(
  document: ApiDocument,
  entry: SourceNode | undefined,
  isImplemented: boolean,
): BoundFunctionModel | undefined {
  const output = childOf(entry, 'output');
  const transform = childOf(output, 'transform');
  if (transform === undefined) return undefined;
  if (!isImplemented) return document.findFunction(output, 'transform');
  const message = 'A tool cannot have both `transform` and a handler under `implement`.';
  const help = 'Instead, call the function in the handler and pass it the result of `context.forward(input)`.';
  document.warn('conflicting-keys', transform.location, message, { help });
  return undefined;
}

/** Maximum number of names in a diagnostic. */
const maxNames = 30;

/**
 * Reads `output.pick` of a tool and reports paths that the response does not have. Returns `undefined` if the key is
 * absent.
 */
export function readPick(
  document: ApiDocument,
  entry: SourceNode | undefined,
  tree: FieldTree,
  root: string,
): readonly string[] | undefined {
  const pick = childOf(childOf(entry, 'output'), 'pick');
  if (!pick) return undefined;
  return itemsOf(pick).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') return [];
    reportUnknown(document, item, item.value, tree, root);
    return [item.value];
  });
}

function reportUnknown(
  document: ApiDocument,
  { location }: SourceNode,
  path: string,
  tree: FieldTree,
  root: string,
): void {
  const steps = splitPath(path);
  const index = steps.findIndex((_step, position) => tree.follow(root, steps.slice(0, position + 1)) === undefined);
  if (root === '' || index < 0) return;
  const before = steps.slice(0, index);
  const names = [...tree.fieldsOf(tree.follow(root, before) ?? '').keys()];
  const place = before.length === 0 ? 'The response' : `\`${before.join('.')}\``;
  const near = didYouMean(steps[index] ?? '', names);
  const help = near ?? `${place} has: ${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ', …' : ''}.`;
  document.warn(apisDiagnostics['unknown-field'], location, `The response has no field \`${path}\`.`, { help });
}

/** Narrows an output schema to picked fields. */
export function narrowOutput(
  output: JsonObject,
  pick: readonly string[],
  find: (name: string) => Json | undefined,
): JsonObject {
  return narrowSchema(output, toSelection(pick.map(splitPath)), find) as JsonObject;
}
