import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { parseSource } from '../../core/source/parse-source.js';
import type { ParsedSource } from '../../core/source/parsed-source.js';
import { childOf, entryOf, stringAt, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import { readDefinitionSchema } from '../../core/package/load-package.js';
import { fitsFormat } from '../../core/schema/fits-format.js';
import { schemaPositions } from '../../core/schema/keywords.js';
import { scriptTimeoutMs } from './define-script.js';
import { isUnread, typeValue } from './type-value.js';

/**
 * Parses a tool in BotServer's MCP format (`name`, `description`, `input_schema` with an `example` for each property)
 * and translates it to the tree of a definition with one tool. All other keys are read as tool keys. Without `name`,
 * the tool is named after the file.
 */
export function defineDescriptor(file: string, text: string): ParsedSource {
  const { root, diagnostics: found } = parseSource(file, text);
  const diagnostics = [...found];
  if (!root) return { diagnostics };
  const { location } = root;
  if (root.kind !== 'map') {
    const message = 'A tool must be an object with `name`, `description` and `input_schema`.';
    return {
      root: mapNode([], location),
      diagnostics: [...diagnostics, createDiagnostic('wrong-type', location, message)],
    };
  }
  const name = childOf(root, 'name');
  const ownName = stringAt(root, 'name');
  if (name && ownName === undefined) {
    diagnostics.push(createDiagnostic('wrong-type', name.location, 'A tool name must be a string.'));
  }
  const other = childOf(root, 'input_schema') && childOf(root, 'inputSchema');
  if (other) {
    const message = 'A tool cannot have both `inputSchema` and `input_schema`, because they mean the same thing.';
    diagnostics.push(createDiagnostic('conflicting-keys', other.location, message));
  }
  const entries = root.entries
    .filter(({ key }) => key !== 'name')
    .map((entry) => {
      if (entry.key !== 'input_schema') return entry;
      return { ...entry, key: 'inputSchema', value: convertSchema(entry.value, diagnostics) };
    });
  const recognized = entries.filter(({ key }) => isToolKey(key));
  const unknown = entries.filter(({ key }) => !isToolKey(key));
  for (const { key, keyLocation } of unknown) {
    const message = `Definitions do not support the key \`${key}\`; it is kept under \`_meta\`.`;
    diagnostics.push(createDiagnostic('ignored-field', keyLocation, message));
  }
  const tool = unknown.length === 0 ? recognized : keepAsMeta(recognized, unknown);
  const key = ownName ?? path.posix.basename(file).replace(/\.(botserver|mcp)\.json$/u, '');
  const tools = mapNode(
    [{ key, keyLocation: name?.location ?? location, value: mapNode(withTimeLimit(tool), location) }],
    location,
  );
  return { root: mapNode([entryFor('tools', tools)], location), diagnostics };
}

/** Whether a key is, or seems to be a misspelling of, a tool key in the definition format. */
function isToolKey(key: string): boolean {
  toolKeys ??= Object.keys(
    (readDefinitionSchema().$defs as { readonly Tool: { readonly properties: object } }).Tool.properties,
  );
  return (
    key.startsWith('x-') || !/^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/u.test(key) || suggest(key, toolKeys) !== undefined
  );
}

let toolKeys: readonly string[] | undefined;

function keepAsMeta(recognized: readonly MapEntry[], unknown: readonly MapEntry[]): readonly MapEntry[] {
  const meta = recognized.find(({ key }) => key === '_meta');
  const members = meta?.value.kind === 'map' ? meta.value.entries : [];
  const value = mapNode([...members, ...unknown], meta?.value.location ?? (unknown[0] as MapEntry).keyLocation);
  return [...recognized.filter((entry) => entry !== meta), { ...(meta ?? entryFor('_meta', value)), value }];
}

function withTimeLimit(entries: readonly MapEntry[]): readonly MapEntry[] {
  const [first] = entries;
  if (first === undefined || entries.some(({ key }) => key === 'timeoutMs')) return entries;
  return [...entries, entryFor('timeoutMs', scalarNode(scriptTimeoutMs, first.keyLocation))];
}

/** Converts the examples in a schema and its subschemas. */
function convertSchema(node: SourceNode, problems: Diagnostic[]): SourceNode {
  if (node.kind !== 'map') return node;
  const entries = node.entries.flatMap((entry) => {
    if (entry.key === 'example') return convertExample(entry, node, problems);
    return [{ ...entry, value: convertMember(entry, problems) }];
  });
  return mapNode(entries, node.location);
}

function convertMember({ key, value }: MapEntry, problems: Diagnostic[]): SourceNode {
  const position = schemaPositions.get(key);
  if (position === undefined) return value;
  if (value.kind === 'sequence') return { ...value, items: value.items.map((item) => convertSchema(item, problems)) };
  if (value.kind !== 'map' || (position !== 'map' && position !== 'dependencies'))
    return convertSchema(value, problems);
  const entries = value.entries.map((entry) => ({ ...entry, value: convertSchema(entry.value, problems) }));
  return { ...value, entries };
}

/** Reads an example. In this format, examples are strings regardless of their type. */
function convertExample({ keyLocation, value }: MapEntry, schema: SourceNode, problems: Diagnostic[]): MapEntry[] {
  if (entryOf(schema, 'examples')) return [];
  const type = stringAt(schema, 'type') ?? 'string';
  const isText = value.kind === 'scalar' && typeof value.value === 'string';
  const example = isText ? typeValue(String(value.value), type, value.location) : value;
  const isMisread = isText && type !== 'string' && example.kind === 'scalar' && typeof example.value === 'string';
  const format = stringAt(schema, 'format');
  const isString = example.kind === 'scalar' && typeof example.value === 'string';
  const isUnlike = isString && format !== undefined && !fitsFormat(format, String(example.value));
  if (isMisread || isUnread(example, type) || isUnlike) {
    const problem = isUnlike ? `does not have the format \`${format}\`` : `is not valid JSON for type \`${type}\``;
    const message = `This example ${problem}; it is ignored.`;
    problems.push(createDiagnostic('dropped-example', value.location, message));
    return [];
  }
  return [{ key: 'examples', keyLocation, value: sequenceNode([example], value.location) }];
}
