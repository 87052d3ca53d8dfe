import { isJsonObject, objectAt, stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import type {
  DescriptorModel,
  Model,
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  SchemaModel,
  ToolModel,
} from '../../core/model/model.js';
import { fitInput } from './budget/fit-input.js';
import { formOutput } from './budget/output-forms.js';
import {
  isObjectSchema,
  loosenOutput,
  withoutBooleanProperties,
  wrapOutputSchema,
} from '../../core/schema/output-schema.js';
import { mapByName, wireSchema, type DefinitionsByName } from '../../core/schema/wire-schema.js';

/** Descriptor fields with their JSON, in wire order. */
export type Fields = readonly (readonly [name: string, json: string])[];

/** Argument that clients also send as the HTTP header `Mcp-Param-<name>`. */
interface ParameterHeader {
  readonly name: string;
  /** Property names on the path from the root of the arguments to the value. */
  readonly path: readonly string[];
  readonly type: string;
}

/** Tool descriptor for modern protocol versions, with the fields that differ in legacy versions. */
export interface ToolFields {
  readonly fields: Fields;
  readonly legacyFields: Fields;
  /** Whether legacy versions get the output wrapped in an object, as its `result` property. */
  readonly wrapsLegacyOutput: boolean;
  readonly headers: readonly ParameterHeader[];
}

const describedTools = new WeakMap<Model, Map<ToolModel, ToolFields>>();

/** Creates a function that returns the descriptor of a tool. Descriptors are cached. */
export function prepareDescribing(model: Model): (tool: ToolModel) => ToolFields {
  const definitions = mapByName(model.definitions);
  const cached = describedTools.get(model) ?? new Map<ToolModel, ToolFields>();
  describedTools.set(model, cached);
  return (tool) => {
    const described = cached.get(tool) ?? toolFields(tool, definitions);
    cached.set(tool, described);
    return described;
  };
}

/** Creates the descriptor of a tool. Default title: the tool name. */
export function toolFields(tool: ToolModel, definitions: DefinitionsByName): ToolFields {
  const input = tool.adapted?.input ?? inputSchema(tool, definitions);
  const output = tool.output && outputSchema(tool, tool.output, definitions);
  const fields = toFields([
    ['title', tool.title ?? tool.name],
    ['description', tool.adapted?.description ?? tool.description],
    ['inputSchema', input],
    ['outputSchema', output],
    ['annotations', tool.annotations],
    ...sharedMembers(tool),
  ]);
  const wrapsLegacyOutput = output !== undefined && !isObjectSchema(output);
  const legacyInput = withoutBooleanProperties(input);
  const legacyOutput = output && (wrapsLegacyOutput ? wrapOutputSchema(output) : withoutBooleanProperties(output));
  return {
    fields,
    legacyFields: toFields([
      ['inputSchema', legacyInput === input ? undefined : legacyInput],
      ['outputSchema', legacyOutput === output ? undefined : legacyOutput],
      ['execution', tool.execution],
    ]),
    wrapsLegacyOutput,
    headers: listHeaders(input),
  };
}

/** Returns the advertised input schema of a tool before adaptation to client profiles. */
export function inputSchema({ input, maxInputSchema }: ToolModel, definitions: DefinitionsByName): JsonObject {
  if (maxInputSchema === undefined) return wireSchema(input, definitions);
  const fitted = fitInput(input, definitions, maxInputSchema);
  return wireSchema(fitted.input, fitted.definitions);
}

/**
 * Returns the advertised output schema of a tool. The schema of an unlisted operation stays strict, because no client
 * validates its results.
 */
function outputSchema(
  { handler, outputForm, unlisted }: ToolModel,
  output: SchemaModel,
  definitions: DefinitionsByName,
) {
  const advertised = outputForm ? formOutput(output, definitions, outputForm) : { output, definitions };
  const schema = wireSchema(advertised.output, advertised.definitions);
  const isLoose =
    handler.kind === 'forward' &&
    (handler.allowsInvalidOutput || handler.altersOutput || handler.allowsUnstructured === true);
  return isLoose && !unlisted ? loosenOutput(schema) : schema;
}

/**
 * Lists the arguments with `x-mcp-header` in an advertised input schema. Clients find them only through `properties`.
 * @see
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
function listHeaders(inputSchema: JsonObject): readonly ParameterHeader[] {
  return listBelow(inputSchema, []);
}

function listBelow(schema: JsonObject, path: readonly string[]): readonly ParameterHeader[] {
  return [...objectAt(schema, 'properties')].flatMap(([key, property]) => {
    if (!isJsonObject(property)) return [];
    const propertyPath = [...path, key];
    const name = property.get('x-mcp-header');
    const type = property.get('type');
    const isHeader = typeof name === 'string' && typeof type === 'string';
    return [...(isHeader ? [{ name, path: propertyPath, type }] : []), ...listBelow(property, propertyPath)];
  });
}

/** Creates the descriptor of a prompt. */
export function promptFields(prompt: PromptModel): Fields {
  return toFields([
    ['title', prompt.title],
    ['description', prompt.description],
    ['arguments', prompt.arguments.map(argumentObject)],
    ...sharedMembers(prompt),
  ]);
}

/** Creates the descriptor of a resource. */
export function resourceFields(resource: ResourceModel): Fields {
  const { content } = resource;
  const size = resource.size ?? (content && contentSize(content));
  return toFields([...resourceMembers(resource), ['size', size], ...sharedMembers(resource)]);
}

/** Creates the descriptor of a resource template. */
export function resourceTemplateFields(template: ResourceTemplateModel): Fields {
  return toFields([...resourceMembers(template), ...sharedMembers(template)]);
}

type Member = readonly [name: string, value: Json | undefined];

function resourceMembers(resource: ResourceModel | ResourceTemplateModel): readonly Member[] {
  return [
    ['name', resource.name],
    ['title', resource.title],
    ['description', resource.description],
    ['mimeType', resource.mimeType],
    ['annotations', resource.annotations],
  ];
}

function sharedMembers({ icons, meta, addedMeta, extensions }: DescriptorModel): readonly Member[] {
  const all = addedMeta ? new Map([...(meta ?? []), ...addedMeta]) : meta;
  return [['icons', icons], ['_meta', all], ...extensions];
}

function argumentObject({ name, title, description, required }: PromptArgumentModel): JsonObject {
  const members: readonly Member[] = [
    ['name', name],
    ['title', title],
    ['description', description],
    ['required', required],
  ];
  return new Map(members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Returns the size of static content in bytes; `undefined` for content that a generated module exports. */
function contentSize(content: NonNullable<ResourceModel['content']>): number | undefined {
  if (content.kind === 'module') return undefined;
  if (content.kind === 'text') return new TextEncoder().encode(content.text).length;
  return (content.base64.length / 4) * 3 - (/={0,2}$/u.exec(content.base64)?.[0].length ?? 0);
}

function toFields(members: readonly Member[]): Fields {
  return members.flatMap(([name, value]) => (value === undefined ? [] : [[name, stringifyJson(value)] as const]));
}
