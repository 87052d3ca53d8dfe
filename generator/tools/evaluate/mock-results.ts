import type { JsonObject } from '../../../runtime/wire/json.js';
import { isJsonObject } from '../../../runtime/wire/json.js';
import { valueAt } from '../../../runtime/wire/value-at.js';
import { toPlainJson } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { MockValues, type Follow, type MockSchema } from '../../core/schema/mock-values.js';
import { mapByName, wireSchema } from '../../core/schema/wire-schema.js';
import { features } from '../../features.js';
import { containsValue } from './contains-value.js';

/** Returns the result of a tool for arguments, without its handler. */
export type MockTool = (tool: string, input: JsonObject) => unknown;

/** Number of items of mocked lists. */
const listItems = 2;

/**
 * Creates the mock of a server's handlers. The result is the output of the example whose arguments fit best; otherwise
 * the result that a feature knows, such as a static one; otherwise a value that is made from the output schema.
 */
export function createMock(model: Model): MockTool {
  const tools = new Map(model.tools.map((tool) => [tool.name, tool]));
  const definitions = mapByName(model.definitions);
  const made = new Map<string, unknown>();
  return (name, input) => {
    const tool = tools.get(name);
    if (tool === undefined) return null;
    const example = findExample(tool, input);
    if (example !== undefined) return example;
    for (const { knownResult } of features) {
      const text = knownResult?.(tool, input);
      if (text !== undefined) return text;
    }
    if (tool.output === undefined) return `${name}: done`;
    if (!made.has(name)) made.set(name, makeValue(toPlainJson(wireSchema(tool.output, definitions))));
    return made.get(name);
  };
}

/** Finds the output of the example with the most arguments that all have the same value in the call. */
function findExample(tool: ToolModel, input: JsonObject): unknown {
  const fitting = (tool.examples ?? []).flatMap(({ input: given, output }) => {
    const args = toPlainJson(given);
    if (output === undefined || !isJsonObject(args) || !containsValue(input, args)) return [];
    return [{ size: Object.keys(args).length, output: toPlainJson(output) }];
  });
  return fitting.toSorted((first, second) => second.size - first.size)[0]?.output;
}

function makeValue(schema: unknown): unknown {
  const follow: Follow = (node) => followRef(node, schema, 0);
  return new MockValues(follow, listItems).make(schema);
}

/** Maximum number of references that lead to each other. */
const maxRefs = 20;

function followRef(node: unknown, document: unknown, depth: number): MockSchema {
  if (!isJsonObject(node)) return {};
  const { $ref: ref, ...siblings } = node;
  if (typeof ref !== 'string' || !ref.startsWith('#') || depth >= maxRefs) return node;
  const path = ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = followRef(path.length === 0 ? document : valueAt(document, path), document, depth + 1);
  return Object.keys(siblings).length === 0 ? target : { ...target, ...siblings };
}
