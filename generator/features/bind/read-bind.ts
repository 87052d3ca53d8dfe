import { didYouMean } from '../../core/diagnostics/suggest.js';
import { arrayAt, isJsonObject, jsonObjectOf, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import { suppliedNames, without, withoutArguments } from '../../core/model/handler-input.js';
import type { ToolModel } from '../../core/model/model.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { withBoundArguments } from './bind-part.js';
import { bindDiagnostics } from './diagnostics.js';
import { readBind, type ReportBind } from './read-source.js';
import { listBoundProperties } from './split-input.js';

/** Reads `bind` of the properties of an input schema, and `bind` of an API tool. */
export function readBoundArguments(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const reportBind: ReportBind = (location, message, help) =>
    report(resolution, bindDiagnostics['invalid-bind'], location, message, { help });
  const inputSchema = childOf(node, 'inputSchema');
  const properties = listBoundProperties(inputSchema);
  const overrides = entriesOf(childOf(node, 'bind'));
  if (properties.length + overrides.length === 0) return tool;
  checkProperties(properties, reportBind);
  if (properties.length > 0) checkRoot(inputSchema, suppliedNames(tool), reportBind);
  const split = overrides.reduce((read, override) => bindArgument(read, override, reportBind), tool);
  const supplied = split.supplied && isJsonObject(split.supplied.schema) ? split.supplied.schema : new Map();
  const typeOf = (name: string): Json | undefined => objectAt(objectAt(supplied, 'properties'), name).get('type');
  const binds = [
    ...properties.flatMap(({ key, value }) => {
      const bind = entryOf(value, 'bind');
      return bind ? [[key, bind] as const] : [];
    }),
    ...overrides.map((override) => [override.key, override] as const),
  ];
  return withBoundArguments(
    split,
    binds.flatMap(([name, bind]) => readBind(name, bind, typeOf(name), reportBind) ?? []),
  );
}

/** Keywords of a property that are only about callers, who do not send it. */
const callerKeywords = ['default', 'examples', 'complete', 'x-mcp-header'];

function checkProperties(properties: readonly MapEntry[], reportBind: ReportBind): void {
  for (const { key: name, value } of properties) {
    for (const keyword of callerKeywords) {
      const entry = entryOf(value, keyword);
      if (!entry) continue;
      const help = `Remove \`${keyword}\`${keyword === 'default' ? ', or use `value` or `stdio` of `bind`' : ''}.`;
      reportBind(entry.keyLocation, `\`${name}\` has \`${keyword}\` and \`bind\`, but callers cannot send it.`, help);
    }
  }
}

/** Keywords at the root of an input schema that do not depend on its properties. */
const rootKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$defs',
  'definitions',
  '$comment',
  '$anchor',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Reports keywords that would apply to bound arguments, or show them. */
function checkRoot(inputSchema: SourceNode | undefined, names: readonly string[], reportBind: ReportBind): void {
  for (const { key, keyLocation, value } of entriesOf(inputSchema)) {
    if (!rootKeywords.has(key) && !key.startsWith('x-')) {
      const message = `\`${key}\` at the root of an input schema cannot be combined with \`bind\`.`;
      reportBind(keyLocation, message, 'Move it into a property, or check it in the handler.');
    }
    if (key !== 'examples' || value.kind !== 'sequence') continue;
    for (const example of value.items) checkExample(example, names, reportBind);
  }
}

function checkExample(example: SourceNode, names: readonly string[], reportBind: ReportBind): void {
  for (const { key, keyLocation } of entriesOf(example)) {
    if (names.includes(key))
      reportBind(keyLocation, `This example has \`${key}\`, which callers cannot send.`, 'Remove it.');
  }
}

/** Makes an argument of an API operation one that the server supplies. */
function bindArgument(tool: ToolModel, { key: name, keyLocation }: MapEntry, reportBind: ReportBind): ToolModel {
  const { input, supplied } = tool;
  const properties = isJsonObject(input.schema) ? objectAt(input.schema, 'properties') : new Map<string, Json>();
  const property = properties.get(name);
  if (!isJsonObject(input.schema) || property === undefined) {
    const names = [...properties.keys()];
    const help = didYouMean(name, names) ?? `Arguments: ${names.join(', ') || 'none'}.`;
    reportBind(keyLocation, `The tool has no argument \`${name}\`.`, help);
    return tool;
  }
  const bound = isJsonObject(property) ? without(property, callerKeywords) : property;
  const before = supplied && isJsonObject(supplied.schema) ? objectAt(supplied.schema, 'properties') : new Map();
  const all = new Map<string, Json>([...before, [name, bound]]);
  const schema = jsonObjectOf({ type: 'object', properties: all, required: [...all.keys()] });
  return hideInOperation(
    { ...tool, input: withoutArguments(input, [name]), supplied: { dialect: input.dialect, schema } },
    name,
  );
}

/**
 * Removes an argument from what an operation shows to clients: the path template, and the paging, because a request for
 * the next page cannot set it.
 */
function hideInOperation(tool: ToolModel, name: string): ToolModel {
  const { handler, next, unlisted } = tool;
  if (handler.kind !== 'forward') return tool;
  const { operation } = handler;
  const paging = objectAt(operation, 'paging');
  const parameters = arrayAt(paging, 'parameters').filter((each) => !isJsonObject(each) || each.get('key') !== name);
  const changed = new Map([...operation, ['paging', new Map([...paging, ['parameters', parameters]])]]);
  const sets = next && without(objectAt(next, 'sets'), [name]);
  return {
    ...tool,
    ...(operation.has('paging') && { handler: { ...handler, operation: changed } }),
    ...(next && sets && { next: new Map([...next, ['sets', sets]]) }),
    ...(unlisted && { unlisted: { ...unlisted, request: hideInPath(unlisted.request, operation, name) } }),
  };
}

/** Replaces the placeholder of an argument in a path template, such as `GET /{tenant}/orders`. */
function hideInPath(request: string, operation: JsonObject, name: string): string {
  const pieces = arrayAt(operation, 'path').filter(isJsonObject);
  const hidden = pieces.filter((piece) => arrayAt(piece, 'from')[0] === name).map((piece) => String(piece.get('name')));
  return hidden.reduce((text, placeholder) => text.replaceAll(`{${placeholder}}`, '{…}'), request);
}
