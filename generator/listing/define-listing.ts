import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { childOf, itemsOf, stringAt, type MapEntry, type SourceNode } from '../source/source-node.js';

/** What a server lists, as it came: the descriptors of each list. */
export interface Listing {
  readonly tools?: readonly SourceNode[];
  readonly prompts?: readonly SourceNode[];
  readonly resources?: readonly SourceNode[];
  readonly resourceTemplates?: readonly SourceNode[];
}

/** A definition of what a server lists, and what of it no definition can hold. */
export interface DefinedListing {
  readonly sections: readonly MapEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Section {
  readonly name: keyof Listing;
  /** The field that becomes the key. */
  readonly key: string;
  readonly fields: readonly string[];
  /** A definition has to say what the thing is for. */
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

/** Writes descriptors as a definition has them: by name or URI, with the fields that the format knows. */
export function defineListing(listing: Listing): DefinedListing {
  const diagnostics: Diagnostic[] = [];
  const defined = sections.flatMap((section): readonly MapEntry[] => {
    const [first, ...others] = (listing[section.name] ?? []).flatMap(
      (node) => defineDescriptor(section, node, diagnostics) ?? [],
    );
    if (!first) return [];
    const entries = withoutDuplicates([first, ...others], diagnostics);
    return [entryAt(section.name, { kind: 'map', entries, location: first.keyLocation })];
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

/** Some servers write `null` for what they leave out. */
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
  const description = {
    key: 'description',
    keyLocation: location,
    value: { kind: 'scalar', value: text, location },
  } as const;
  return [...entries.filter(({ key }) => key !== 'description'), description];
}

/**
 * Also where a server of 2025-11-25 demands a task, `optional`: clients of that revision could not call the tool otherwise.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function defineTask(execution: SourceNode): readonly MapEntry[] {
  const { location } = execution;
  const isTask = ['optional', 'required'].includes(stringAt(execution, 'taskSupport') ?? '');
  return isTask ? [entryAt('task', { kind: 'scalar', value: 'optional', location })] : [];
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
  return { kind: 'map', entries: withoutDuplicates(entries, diagnostics), location: node.location };
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

function entryAt(key: string, value: SourceNode): MapEntry {
  return { key, keyLocation: value.location, value };
}
