import { defined } from '../model/defined.js';
import type { Json } from '../model/json.js';
import type { Names, SchemaModel, TaskModel, ToolModel } from '../model/model.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { booleanAt, numberAt, objectAt, textsAt, toolSettingsAt } from '../source/read-values.js';
import { childOf, entriesOf, entryOf, stringAt, type SourceNode } from '../source/source-node.js';
import { readDescriptor } from './read-descriptor.js';
import { formPositionalInput, resolveHandler } from './resolve-handler.js';
import { report, resolveSchema, type Resolution } from './resolution.js';

/** Resolves a tool. References in its schemas are still keys of the resolver. */
export function resolveTool(resolution: Resolution, entry: DefinitionEntry, names: Names): ToolModel {
  const { node } = entry;
  const output = childOf(node, 'outputSchema');
  const returns = entryOf(node, 'returns');
  const toolsets = textsAt(node, 'toolset');
  if (output && returns) {
    const message = '`returns` is for tools without `outputSchema`.';
    report(resolution, 'conflicting-keys', returns.keyLocation, message);
  }
  const input = resolveInput(resolution, entry);
  const handler = resolveHandler(resolution, entry);
  const loaded = resolution.workspace.files.get(entry.file);
  return {
    ...readDescriptor(node, names),
    name: entry.key,
    input,
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
    ...(booleanAt(node, 'active') === false && { isInactive: true }),
    ...defined({ annotations: objectAt(node, 'annotations'), task: readTask(node) }),
    ...toolSettingsAt(node),
  };
}

function resolveInput(resolution: Resolution, entry: DefinitionEntry): SchemaModel {
  const declared = entryOf(entry.node, 'inputSchema');
  const positional = formPositionalInput(entry.node);
  if (declared && positional) {
    const message = 'Parameters that are schemas (`args`) are for tools without `inputSchema`.';
    report(resolution, 'conflicting-keys', declared.keyLocation, message);
  }
  if (declared) return resolveSchema(resolution, entry, 'input', declared.value, ['inputSchema']);
  return positional ? resolveSchema(resolution, entry, 'input', positional, ['args']) : noInput;
}

/** Input schema of a tool that declares none. */
const noInput: SchemaModel = {
  dialect: '2020-12',
  schema: new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map()],
  ]),
};

/** Reads `task` of a tool: one word, or an object. Returns `undefined` when calls of the tool are no tasks. */
function readTask(tool: SourceNode): TaskModel | undefined {
  const node = childOf(tool, 'task');
  const support = node?.kind === 'map' ? (stringAt(node, 'support') ?? 'optional') : stringAt(tool, 'task');
  if (support !== 'optional' && support !== 'required') return undefined;
  return {
    support,
    ...(stringAt(node, 'begins') === 'handler' && { begins: 'handler' }),
    ...defined({ ttlMs: numberAt(node, 'ttlMs'), pollIntervalMs: numberAt(node, 'pollIntervalMs') }),
  };
}
