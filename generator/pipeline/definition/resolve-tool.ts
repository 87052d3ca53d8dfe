import { defined, isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';
import { joinReturns } from '../../core/model/join-returns.js';
import type { ExampleModel, Names, ReturnModel, SchemaModel, ToolModel } from '../../core/model/model.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { booleanAt, objectAt, toolSettingsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  toJson,
  type MapNode,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import {
  positionalName,
  readDescriptor,
  readElicitations,
  report,
  resolveHandler,
  resolveSchema,
  type Resolution,
} from '../../feature-kit/definition/resolve-entry.js';
import { readToolFeatures, splitInput } from './read-features.js';

/** Resolves a tool. References in the tool's schemas are still resolver keys. */
export function resolveTool(resolution: Resolution, entry: DefinitionEntry, names: Names): ToolModel {
  const { node } = entry;
  const output = childOf(node, 'outputSchema');
  const returns = resolveReturns(resolution, entry);
  checkOutputKeys(resolution, node);
  const examples = resolveExamples(resolution, entry);
  const { input: declaredInput, supplied } = resolveInput(resolution, entry);
  const input = withExamples(declaredInput, examples);
  const handler = resolveHandler(resolution, node);
  const loaded = resolution.workspace.files.get(entry.file);
  const script = loaded?.status === 'read' ? loaded.bodies?.get(entry.key) : undefined;
  const tool: ToolModel = {
    ...readDescriptor(node, names),
    name: entry.key,
    input,
    ...defined({ supplied }),
    ...(output && { output: resolveSchema(resolution, entry, 'output', output, ['outputSchema']) }),
    ...(returns && {
      returns,
      ...(booleanAt(node, 'structuredContent') !== false && { output: joinReturns(returns) }),
    }),
    ...(examples.length > 0 && { examples }),
    handler,
    ...(script && { script }),
    ...(booleanAt(node, 'enabled') === false && { isInactive: true }),
    ...defined({ annotations: objectAt(node, 'annotations') }),
    ...toolSettingsAt(node),
  };
  return readToolFeatures(resolution, tool, entry);
}

/** Resolves the named outputs; `undefined` for a tool that has none. */
function resolveReturns(resolution: Resolution, entry: DefinitionEntry): readonly ReturnModel[] | undefined {
  const returns = childOf(entry.node, 'returns');
  if (!returns) return undefined;
  return entriesOf(returns).map(({ key, value }) => ({
    name: key,
    value: resolveSchema(resolution, entry, 'returns', value, ['returns', key]),
  }));
}

function checkOutputKeys(resolution: Resolution, node: SourceNode): void {
  const returns = entryOf(node, 'returns');
  if (returns && childOf(node, 'outputSchema')) {
    const message = 'A tool cannot have both `returns` and `outputSchema`.';
    report(resolution, 'conflicting-keys', returns.keyLocation, message);
  }
  const structured = entryOf(node, 'structuredContent');
  if (structured && !returns) {
    const message = '`structuredContent` can only be used with `returns`.';
    const help = 'Remove it: a tool without `returns` sends structured content if it has an `outputSchema`.';
    report(resolution, 'conflicting-keys', structured.keyLocation, message, { help });
  }
}

function resolveInput(resolution: Resolution, entry: DefinitionEntry): InputSchemas {
  const declared = entryOf(entry.node, 'inputSchema');
  const positional = formPositionalInput(entry.node);
  if (declared && positional) {
    const message = 'A tool cannot have both `inputSchema` and parameter schemas under `args`.';
    report(resolution, 'conflicting-keys', declared.keyLocation, message);
  }
  if (declared) return resolveSplit(resolution, entry, declared.value);
  return { input: positional ? resolveSchema(resolution, entry, 'input', positional, ['args']) : noInput };
}

/** Schemas of the arguments that callers send and that the server supplies. */
type InputSchemas = Pick<ToolModel, 'input' | 'supplied'>;

/** Resolves an input schema as written. */
function resolveSplit(
  resolution: Resolution,
  entry: DefinitionEntry,
  inputSchema: SourceNode,
  tool = entry.key,
): InputSchemas {
  const { input, supplied } = splitInput(inputSchema);
  const resolve = (role: 'input' | 'supplied', node: SourceNode) =>
    resolveSchema(resolution, entry, role, node, ['inputSchema'], tool);
  return { input: resolve('input', input), ...(supplied && { supplied: resolve('supplied', supplied) }) };
}

/** Resolves the examples of a tool and records their values to be checked later. */
function resolveExamples(resolution: Resolution, entry: DefinitionEntry): readonly ExampleModel[] {
  return itemsOf(childOf(entry.node, 'examples')).map((node, index) => {
    const schema = childOf(node, 'outputSchema');
    const values = { input: childOf(node, 'input'), output: childOf(node, 'output') };
    for (const role of ['input', 'output'] as const) {
      const value = values[role];
      if (value) resolution.examples.push({ role, tool: entry.key, value });
    }
    return {
      input: values.input ? toJson(values.input) : new Map(),
      ...defined({ title: stringAt(node, 'title'), output: values.output && toJson(values.output) }),
      ...(schema && {
        outputSchema: resolveSchema(resolution, entry, 'example', schema, ['examples', String(index), 'outputSchema']),
      }),
    };
  });
}

/** Adds the arguments of examples to the input schema's `examples`, which clients get in every protocol version. */
function withExamples(input: SchemaModel, examples: readonly ExampleModel[]): SchemaModel {
  const { schema } = input;
  if (examples.length === 0 || !isJsonObject(schema)) return input;
  const declaredExamples = schema.get('examples');
  const all = [...(isJsonArray(declaredExamples) ? declaredExamples : []), ...examples.map((example) => example.input)];
  return { ...input, schema: new Map([...schema, ['examples', all]]) };
}

/** Input schema of a tool that declares none. */
const noInput: SchemaModel = {
  dialect: '2020-12',
  schema: new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map()],
  ]),
};

/**
 * Builds the input schema of a tool whose `args` are schemas, with one required property for each. Returns `undefined`
 * if `args` contains no schema.
 */
function formPositionalInput(tool: SourceNode): MapNode | undefined {
  const args = childOf(tool, 'args');
  const properties = itemsOf(args).flatMap((item, index) =>
    item.kind === 'map' ? [entryFor(positionalName(index), item)] : [],
  );
  if (!args || properties.length === 0) return undefined;
  const { location } = args;
  const required = properties.map(({ key }) => scalarNode(key, location));
  return mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode(properties, location)),
      entryFor('required', sequenceNode(required, location)),
    ],
    location,
  );
}

/** Overrides schemas and elicitations of an API tool with the settings of its entry under `openapi.<name>.tools`. */
export function overrideTool(resolution: Resolution, entry: DefinitionEntry, tool: ToolModel): ToolModel {
  const inputSchema = childOf(entry.node, 'inputSchema');
  const outputSchema = childOf(entry.node, 'outputSchema');
  const input = inputSchema && resolveSplit(resolution, entry, inputSchema, tool.name);
  const output = outputSchema && resolveSchema(resolution, entry, 'output', outputSchema, ['outputSchema'], tool.name);
  const elicitations = entryOf(entry.node, 'elicitations');
  const isImplemented = tool.handler.kind === 'forward' && tool.handler.isImplemented;
  if (elicitations && !isImplemented) {
    const message = '`elicitations` requires a handler to send them, but this tool calls the API without a handler.';
    const help = `To write a handler, add \`${entry.key}\` to \`implement\`.`;
    report(resolution, 'conflicting-keys', elicitations.keyLocation, message, { help });
  }
  if (input && !isImplemented) reportUnknown(resolution, inputSchema, tool.input.schema);
  const overridden = {
    ...tool,
    // Schemas from the definition are advertised in full.
    ...(input && { ...input, maxInputSchema: undefined }),
    ...(output && { output, outputBudget: undefined }),
    elicitations: readElicitations(entry.node, tool.names),
  };
  return readToolFeatures(resolution, overridden, entry);
}

/** Reports arguments that the operation does not have. They would not be sent. */
function reportUnknown(resolution: Resolution, node: SourceNode | undefined, schema: Json): void {
  const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
  if (!isJsonObject(schema) || !isJsonObject(properties) || schema.get('additionalProperties') !== false) return;
  for (const { key, keyLocation } of entriesOf(childOf(node, 'properties'))) {
    if (properties.has(key)) continue;
    const help = `Operation arguments: ${[...properties.keys()].join(', ')}.`;
    report(resolution, 'unmatched-filter', keyLocation, `The operation has no argument \`${key}\`.`, { help });
  }
}
