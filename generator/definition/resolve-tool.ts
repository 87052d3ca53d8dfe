import { childOf, entriesOf, entryOf, type SourceNode } from '../source/source-node.js';
import type { Json } from '../model/json.js';
import type { Names, SchemaModel, ToolModel } from '../model/model.js';
import type { DefinitionEntry } from './merge-definitions.js';
import {
  isFalseAt,
  numberAt,
  objectAt,
  readDescriptor,
  report,
  textsAt,
  type ResolvedSchema,
  type Resolution,
} from '../resolve/resolution.js';
import { readTask } from './read-task.js';
import { formPositionalInput } from './form-positional-input.js';
import { resolveHandler } from './resolve-handler.js';

/** A tool of the model; references in its schemas are still keys of the resolver. */
export function resolveTool(resolution: Resolution, entry: DefinitionEntry, names: Names): ToolModel {
  const { node } = entry;
  const input = entryOf(node, 'inputSchema');
  const positional = formPositionalInput(node);
  const output = childOf(node, 'outputSchema');
  const returns = entryOf(node, 'returns');
  const annotations = objectAt(node, 'annotations');
  const timeoutMs = numberAt(node, 'timeoutMs');
  const task = readTask(node);
  const toolsets = textsAt(node, 'toolset');
  if (output && returns) {
    const message = '`returns` is for tools without `outputSchema`.';
    report(resolution, 'conflicting-keys', returns.keyLocation, message);
  }
  if (input && positional) {
    const message = 'Parameters that are schemas (`args`) are for tools without `inputSchema`.';
    report(resolution, 'conflicting-keys', input.keyLocation, message);
  }
  const handler = resolveHandler(resolution, entry);
  const loaded = resolution.workspace.files.get(entry.file);
  return {
    ...readDescriptor(node, names),
    name: entry.key,
    ...(annotations && { annotations }),
    input: resolveInput(resolution, entry, input?.value, positional),
    ...(output && { output: resolveSchema(resolution, entry, 'output', output, ['outputSchema']) }),
    ...(returns && {
      returns: entriesOf(returns.value).map(({ key, value }) => ({
        name: key,
        value: resolveSchema(resolution, entry, 'returns', value, ['returns', key]),
      })),
    }),
    handler,
    ...(loaded?.status === 'read' && loaded.body && { script: loaded.body }),
    ...(toolsets.length > 0 && { toolsets }),
    ...(isFalseAt(node, 'active') && { isInactive: true }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(task && { task }),
  };
}

function resolveInput(
  resolution: Resolution,
  entry: DefinitionEntry,
  declared: SourceNode | undefined,
  positional: SourceNode | undefined,
): SchemaModel {
  if (declared) return resolveSchema(resolution, entry, 'input', declared, ['inputSchema']);
  return positional ? resolveSchema(resolution, entry, 'input', positional, ['args']) : noInput;
}

/** The input schema of a tool that declares none. */
const noInput: SchemaModel = {
  dialect: '2020-12',
  schema: new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map()],
  ]),
};

/** Resolves a schema of a tool, and keeps it for the checks. */
export function resolveSchema(
  resolution: Resolution,
  entry: DefinitionEntry,
  role: ResolvedSchema['role'],
  node: SourceNode,
  steps: readonly string[],
  tool = entry.key,
): SchemaModel {
  const scope = resolution.resolver.scopeOf(entry.file, [...entry.path, ...steps], node);
  const schema: SchemaModel = {
    dialect: scope.dialect,
    ...(childOf(node, '$schema') !== undefined && { declaresDialect: true }),
    schema: resolution.resolver.resolve(node, scope),
  };
  resolution.schemas.push({ role, tool, node, scope, schema });
  return schema;
}
