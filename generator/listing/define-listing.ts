import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import { parseSource } from '../source/parse-source.js';
import type { ParsedSource } from '../source/parsed-source.js';
import { entryFor, mapNode, scalarNode } from '../source/make-node.js';
import { childOf, itemsOf, stringAt, type MapEntry, type SourceNode } from '../source/source-node.js';

/** Descriptors as a server lists them. */
export interface Listing {
  readonly tools?: readonly SourceNode[];
  readonly prompts?: readonly SourceNode[];
  readonly resources?: readonly SourceNode[];
  readonly resourceTemplates?: readonly SourceNode[];
}

/** Sections of a definition for what a server lists, and warnings about fields that definitions do not have. */
export interface DefinedListing {
  readonly sections: readonly MapEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Section {
  readonly name: keyof Listing;
  /** The field that becomes the key of the definition. */
  readonly key: string;
  readonly fields: readonly string[];
  /** The definition format demands a description. */
  readonly isDescribed: boolean;
}

const common = ['title', 'description', 'icons', '_meta'];
const sections: readonly Section[] = [
  {
    name: 'tools',
    key: 'name',
    fields: [...common, 'annotations', 'inputSchema', 'outputSchema', 'execution'],
    isDescribed: true,
  },
  { name: 'prompts', key: 'name', fields: [...common, 'arguments'], isDescribed: true },
  {
    name: 'resources',
    key: 'uri',
    fields: [...common, 'name', 'mimeType', 'size', 'annotations'],
    isDescribed: false,
  },
  {
    name: 'resourceTemplates',
    key: 'uriTemplate',
    fields: [...common, 'name', 'mimeType', 'annotations'],
    isDescribed: false,
  },
];

/** Parses a saved answer to `tools/list` (`*.tools.json`) and translates it to the tree of a definition. */
export function defineToolsList(file: string, text: string): ParsedSource {
  const { root, diagnostics } = parseSource(file, text);
  if (!root) return { diagnostics };
  const tools = findToolsList(root);
  if (!tools) {
    const message = 'This is no answer to `tools/list`: there is no list `tools` at its root or in `result`.';
    const wrong = createDiagnostic('wrong-type', root.location, message);
    return { root: mapNode([], root.location), diagnostics: [...diagnostics, wrong] };
  }
  const defined = defineListing({ tools });
  return { root: mapNode(defined.sections, root.location), diagnostics: [...diagnostics, ...defined.diagnostics] };
}

/** The tools of a saved answer to `tools/list`: the result, or the JSON-RPC response around it. `undefined` for anything else. */
export function findToolsList(root: SourceNode): readonly SourceNode[] | undefined {
  const tools = childOf(root, 'tools') ?? childOf(childOf(root, 'result'), 'tools');
  return tools?.kind === 'sequence' ? tools.items : undefined;
}

/** Translates descriptors to sections of a definition: keyed by name or URI, with the fields that the format knows. */
export function defineListing(listing: Listing): DefinedListing {
  const diagnostics: Diagnostic[] = [];
  const defined = sections.flatMap((section): readonly MapEntry[] => {
    const [first, ...others] = (listing[section.name] ?? []).flatMap(
      (node) => defineDescriptor(section, node, diagnostics) ?? [],
    );
    if (!first) return [];
    const entries = withoutDuplicates([first, ...others], diagnostics);
    return [entryFor(section.name, mapNode(entries, first.keyLocation))];
  });
  return { sections: defined, diagnostics };
}

function defineDescriptor(section: Section, node: SourceNode, diagnostics: Diagnostic[]): MapEntry | undefined {
  const key = childOf(node, section.key);
  if (node.kind !== 'map' || key?.kind !== 'scalar' || typeof key.value !== 'string') {
    diagnostics.push(
      createDiagnostic('missing-key', node.location, `An item of \`${section.name}\` has no \`${section.key}\`.`),
    );
    return undefined;
  }
  const entries = node.entries.flatMap((entry) => defineField(section, entry, diagnostics));
  const isSilent = section.isDescribed && (stringAt(node, 'description') ?? '').trim() === '';
  const described = isSilent ? describe(entries, stringAt(node, 'title') ?? key.value, key) : entries;
  return { key: key.value, keyLocation: key.location, value: { ...node, entries: described } };
}

/** Drops `null`, which some servers write for fields that they leave out. */
function defineField(section: Section, entry: MapEntry, diagnostics: Diagnostic[]): readonly MapEntry[] {
  const { key, keyLocation, value } = entry;
  if (key === section.key || (value.kind === 'scalar' && value.value === null)) return [];
  if (key === 'execution') return defineTask(value);
  if (key === 'arguments') return [{ ...entry, value: defineArguments(value, diagnostics) }];
  if (section.fields.includes(key) || key.startsWith('x-')) return [entry];
  report(diagnostics, 'ignored-field', keyLocation, `\`${key}\` is no field of a descriptor; it is left out.`);
  return [];
}

function describe(entries: readonly MapEntry[], text: string, { location }: SourceNode): readonly MapEntry[] {
  return [...entries.filter(({ key }) => key !== 'description'), entryFor('description', scalarNode(text, location))];
}

/**
 * Translates `execution.taskSupport` to `task: optional`. `required` becomes `optional` too: clients of other revisions could
 * not call the tool otherwise.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function defineTask(execution: SourceNode): readonly MapEntry[] {
  const { location } = execution;
  const isTask = ['optional', 'required'].includes(stringAt(execution, 'taskSupport') ?? '');
  return isTask ? [entryFor('task', scalarNode('optional', location))] : [];
}

function defineArguments(node: SourceNode, diagnostics: Diagnostic[]): SourceNode {
  const entries = itemsOf(node).flatMap((item): readonly MapEntry[] => {
    const name = childOf(item, 'name');
    if (item.kind !== 'map' || name?.kind !== 'scalar') return [];
    const fields = item.entries.filter(
      ({ key, value }) =>
        ['title', 'description', 'required'].includes(key) && !(value.kind === 'scalar' && value.value === null),
    );
    return [{ key: String(name.value), keyLocation: name.location, value: { ...item, entries: fields } }];
  });
  return mapNode(withoutDuplicates(entries, diagnostics), node.location);
}

function withoutDuplicates(entries: readonly MapEntry[], diagnostics: Diagnostic[]): readonly MapEntry[] {
  const first = new Map<string, MapEntry>();
  for (const entry of entries) {
    if (!first.has(entry.key)) first.set(entry.key, entry);
    else report(diagnostics, 'duplicate-name', entry.keyLocation, `\`${entry.key}\` is listed twice.`);
  }
  return [...first.values()];
}

function report(
  diagnostics: Diagnostic[],
  code: DiagnosticCode,
  location: SourceNode['location'],
  message: string,
): void {
  diagnostics.push(createDiagnostic(code, location, message));
}
