import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { parseSource } from '../../core/source/parse-source.js';
import type { ParsedSource } from '../../core/source/parsed-source.js';
import { entryFor, mapNode, scalarNode } from '../../core/source/make-node.js';
import { childOf, itemsOf, stringAt, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { keepValid } from './valid-fields.js';
import { withoutUnmatchable } from './without-unmatchable.js';

/** Definition sections for what a server lists, and warnings about fields that definitions do not support. */
interface DefinedListing {
  readonly sections: readonly MapEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

const common = ['title', 'description', 'icons', '_meta'];

/** Field that becomes the key in the definition, and the other fields that definitions support. */
const sections = {
  tools: { key: 'name', fields: [...common, 'annotations', 'inputSchema', 'outputSchema', 'execution'] },
  prompts: { key: 'name', fields: [...common, 'arguments'] },
  resources: { key: 'uri', fields: [...common, 'name', 'mimeType', 'size', 'annotations'] },
  resourceTemplates: { key: 'uriTemplate', fields: [...common, 'name', 'mimeType', 'annotations'] },
};

type SectionName = keyof typeof sections;

/** Descriptors as listed by a server. */
export type Listing = { readonly [section in SectionName]?: readonly SourceNode[] };

/** Parses a saved `tools/list` result (`*.tools.json`) and translates it to the tree of a definition. */
export function defineToolsList(file: string, text: string): ParsedSource {
  const { root, diagnostics } = parseSource(file, text);
  if (!root) return { diagnostics };
  const tools = findToolsList(root);
  if (!tools) {
    const message = 'This is not a `tools/list` result, because it has no `tools` list at its root or in `result`.';
    const wrong = createDiagnostic('wrong-type', root.location, message);
    return { root: mapNode([], root.location), diagnostics: [...diagnostics, wrong] };
  }
  const defined = defineListing({ tools });
  return { root: mapNode(defined.sections, root.location), diagnostics: [...diagnostics, ...defined.diagnostics] };
}

/** Returns the tools of a saved `tools/list` result or its JSON-RPC response; `undefined` for anything else. */
export function findToolsList(root: SourceNode): readonly SourceNode[] | undefined {
  const tools = childOf(root, 'tools') ?? childOf(childOf(root, 'result'), 'tools');
  return tools?.kind === 'sequence' ? tools.items : undefined;
}

/**
 * Translates descriptors to sections of a definition. Entries are keyed by name or URI and have the fields that the
 * format supports.
 */
export function defineListing(listing: Listing): DefinedListing {
  const diagnostics: Diagnostic[] = [];
  const names = Object.keys(sections) as SectionName[];
  const defined = names.flatMap((name) => {
    const nodes = name === 'resourceTemplates' ? listTemplates(listing, diagnostics) : (listing[name] ?? []);
    const entries = nodes.flatMap((node) => defineDescriptor(name, node, diagnostics));
    const [first] = entries;
    return first ? [entryFor(name, mapNode(withoutDuplicates(entries, diagnostics), first.keyLocation))] : [];
  });
  return { sections: defined, diagnostics };
}

/**
 * Lists the templates whose URIs differ from the resources. Some servers list a resource again as a template without
 * variables, under a different name.
 */
function listTemplates(
  { resources = [], resourceTemplates = [] }: Listing,
  diagnostics: Diagnostic[],
): readonly SourceNode[] {
  const uris = new Set(resources.map((resource) => stringAt(resource, 'uri')));
  return resourceTemplates.filter((template) => {
    const uriTemplate = stringAt(template, 'uriTemplate');
    if (uriTemplate === undefined || !uris.has(uriTemplate)) return true;
    const message = `The template \`${uriTemplate}\` is skipped, because it has no variables and is also listed as a resource.`;
    diagnostics.push(createDiagnostic('ignored-field', template.location, message));
    return false;
  });
}

function defineDescriptor(name: SectionName, node: SourceNode, diagnostics: Diagnostic[]): readonly MapEntry[] {
  const { key: keyField, fields } = sections[name];
  const key = childOf(node, keyField);
  const text = stringAt(node, keyField);
  if (node.kind !== 'map' || !key || text === undefined) {
    const message = `An item of \`${name}\` has no \`${keyField}\`.`;
    diagnostics.push(createDiagnostic('missing-key', node.location, message));
    return [];
  }
  const entries = node.entries.flatMap((entry) => {
    if (entry.key === keyField || isNull(entry)) return [];
    if (fields.includes(entry.key) || entry.key.startsWith('x-')) return defineField(entry, diagnostics);
    const message = `\`${entry.key}\` is ignored, because it is not a descriptor field.`;
    diagnostics.push(createDiagnostic('ignored-field', entry.keyLocation, message));
    return [];
  });
  // The definition format requires descriptions of entries whose key is their name.
  const isSilent = keyField === 'name' && (stringAt(node, 'description') ?? '').trim() === '';
  const described = isSilent ? describe(entries, stringAt(node, 'title') ?? text, key) : entries;
  return [{ key: text, keyLocation: key.location, value: { ...node, entries: described } }];
}

function defineField(entry: MapEntry, diagnostics: Diagnostic[]): readonly MapEntry[] {
  if (entry.key === 'execution') return defineTask(entry.value);
  if (entry.key === 'inputSchema' || entry.key === 'outputSchema') {
    return [{ ...entry, value: withoutUnmatchable(entry.value, diagnostics) }];
  }
  if (entry.key === 'arguments') return [{ ...entry, value: defineArguments(entry.value, diagnostics) }];
  return keepValid(entry, diagnostics);
}

/** Whether a value is `null`, which some servers write for fields that they omit. */
function isNull({ value }: MapEntry): boolean {
  return value.kind === 'scalar' && value.value === null;
}

function describe(entries: readonly MapEntry[], text: string, { location }: SourceNode): readonly MapEntry[] {
  return [...entries.filter(({ key }) => key !== 'description'), entryFor('description', scalarNode(text, location))];
}

/**
 * Translates `execution.taskSupport` to `task: optional`. `required` also becomes `optional`, because otherwise clients
 * with other protocol versions could not call the tool.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function defineTask(execution: SourceNode): readonly MapEntry[] {
  const { location } = execution;
  const isTask = ['optional', 'required'].includes(stringAt(execution, 'taskSupport') ?? '');
  return isTask ? [entryFor('task', scalarNode('optional', location))] : [];
}

const argumentFields: ReadonlySet<string> = new Set(['title', 'description', 'required']);

function defineArguments(node: SourceNode, diagnostics: Diagnostic[]): SourceNode {
  const entries = itemsOf(node).flatMap((item): readonly MapEntry[] => {
    const name = childOf(item, 'name');
    if (item.kind !== 'map' || name?.kind !== 'scalar') return [];
    const fields = item.entries.filter((field) => argumentFields.has(field.key) && !isNull(field));
    return [{ key: String(name.value), keyLocation: name.location, value: { ...item, entries: fields } }];
  });
  return mapNode(withoutDuplicates(entries, diagnostics), node.location);
}

function withoutDuplicates(entries: readonly MapEntry[], diagnostics: Diagnostic[]): readonly MapEntry[] {
  const first = new Map<string, MapEntry>();
  for (const entry of entries) {
    if (!first.has(entry.key)) first.set(entry.key, entry);
    else {
      const message = `\`${entry.key}\` is listed twice.`;
      diagnostics.push(createDiagnostic('duplicate-name', entry.keyLocation, message));
    }
  }
  return [...first.values()];
}
