import { hasErrors, withoutRepeats } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { findFormat } from '../../feature-kit/load/file-formats.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { features } from '../../features.js';
import type { LoadedFile } from '../../feature-kit/load/read-file.js';
import { childOf, entriesOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { CheckedWorkspace } from './read-definitions.js';

/** Result of excluding invalid parts. */
interface PartialDefinitions<Checked extends CheckedWorkspace> {
  /** Remaining definitions, with the diagnostics of all parts. */
  readonly checked: Checked;
  /** Excluded parts, for messages. Empty if there were no errors, or if excluding parts cannot fix them. */
  readonly excluded: readonly string[];
}

/** Part of the definitions that can be excluded: a file or an entry. */
interface Part {
  readonly file: string;
  readonly entry?: { readonly section: string; readonly key: string };
}

/** Definition keys that contain entries. */
const sections = [
  'tools',
  'prompts',
  'resources',
  'resourceTemplates',
  '$defs',
  ...features.flatMap(({ root }) => Object.keys(root?.sections ?? {})),
];

/**
 * Excludes the parts with errors, then the parts that refer to them, until no errors remain.
 * @param check Resolves and checks the remaining definitions.
 */
export function excludeInvalid<Checked extends CheckedWorkspace>(
  all: Checked,
  check: (workspace: Workspace) => Checked,
): PartialDefinitions<Checked> {
  const parts = new Map<string, Part>();
  let diagnostics = all.diagnostics;
  let current = all;
  while (hasErrors(current.diagnostics)) {
    const invalid = findInvalid(current.workspace, current.diagnostics);
    const before = parts.size;
    invalid.forEach((part) => parts.set(JSON.stringify(part), part));
    const workspace = exclude(current.workspace, invalid);
    const isEmpty = workspace.definitions.length + workspace.documents.length === 0;
    if (parts.size === before || isEmpty) return { checked: all, excluded: [] };
    current = check(workspace);
    diagnostics = withoutRepeats([...diagnostics, ...current.diagnostics]);
  }
  return {
    checked: { ...current, diagnostics },
    excluded: [...parts.values()].map(describe),
  };
}

function describe({ file, entry }: Part): string {
  return entry ? `${entry.key} (${entry.section} of ${file})` : file;
}

/** Finds the parts with errors; none if an error is outside all parts, such as under `server`. */
function findInvalid(workspace: Workspace, diagnostics: readonly Diagnostic[]): readonly Part[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const parts = errors.map((error) => findPart(workspace, error));
  return parts.every((part) => part !== undefined) ? parts : [];
}

function findPart(workspace: Workspace, { code, location, related }: Diagnostic): Part | undefined {
  // The first entry of a duplicate key was used.
  const place = code === 'duplicate-key' ? related?.[0]?.location : location;
  if (!place || code === 'missing-server') return undefined;
  if (!workspace.definitions.includes(place.file)) return findOwner(workspace, place.file);
  const root = rootOf(workspace, place.file);
  if (!root || findFormat(place.file)?.isOneTool) return { file: place.file };
  const entry = findEntry(root, place);
  return entry && { file: place.file, entry };
}

/** Finds the entry that refers to the folder of a file. */
function findOwner(workspace: Workspace, file: string): Part | undefined {
  for (const definition of workspace.definitions) {
    const root = rootOf(workspace, definition);
    const owner = root && sections.flatMap((section) => findOwnerIn(root, section, definition, file));
    if (owner?.[0]) return { file: definition, entry: owner[0] };
  }
  return undefined;
}

function findOwnerIn(root: SourceNode, section: string, definition: string, file: string): readonly Part['entry'][] {
  const names = (node: SourceNode) => features.flatMap(({ files }) => files?.list(node, definition) ?? []);
  return entriesOf(childOf(root, section)).flatMap(({ key }) => {
    const only = mapEntries(root, (entry) =>
      entry.key === section
        ? [{ ...entry, value: mapEntries(entry.value, (each) => (each.key === key ? [each] : [])) }]
        : [],
    );
    return names(only).some((place) => isBelow(file, place)) ? [{ section, key }] : [];
  });
}

/** Whether a file is at a place that a definition names: the file itself, its folder, or a pattern (`./queries/*.txt`). */
function isBelow(file: string, place: string): boolean {
  const [start = '', ...rest] = place.split('*');
  return file === place || file.startsWith(`${place}/`) || (rest.length > 0 && file.startsWith(start));
}

/** Finds the last entry that begins before a location; `undefined` if another part of the file begins between them. */
function findEntry(root: SourceNode, place: SourceLocation): Part['entry'] {
  const starts = entriesOf(root).flatMap(({ key, keyLocation, value }) => {
    const members = sections.includes(key) ? entriesOf(value) : [];
    return [
      { location: keyLocation, entry: undefined },
      ...members.map((member) => ({ location: member.keyLocation, entry: { section: key, key: member.key } })),
    ];
  });
  const compare = (left: SourceLocation, right: SourceLocation): number =>
    left.line - right.line || left.column - right.column;
  const before = starts.filter(({ location }) => compare(location, place) <= 0);
  return before.toSorted((left, right) => compare(left.location, right.location)).at(-1)?.entry;
}

function exclude(workspace: Workspace, parts: readonly Part[]): Workspace {
  const gone = new Set(parts.flatMap(({ file, entry }) => (entry ? [] : [file])));
  const files = new Map(workspace.files);
  for (const { file, entry } of parts) {
    const loaded = files.get(file);
    if (entry && loaded) files.set(file, withoutEntry(loaded, entry));
  }
  return { ...workspace, files, definitions: workspace.definitions.filter((file) => !gone.has(file)) };
}

function withoutEntry(loaded: LoadedFile, { section, key }: NonNullable<Part['entry']>): LoadedFile {
  if (loaded.status !== 'read' || !loaded.root) return loaded;
  const root = mapEntries(loaded.root, (entry) => {
    if (entry.key !== section) return [entry];
    return [{ ...entry, value: mapEntries(entry.value, (member) => (member.key === key ? [] : [member])) }];
  });
  return { ...loaded, root };
}

function mapEntries(node: SourceNode, map: (entry: MapEntry) => readonly MapEntry[]): SourceNode {
  return node.kind === 'map' ? { ...node, entries: node.entries.flatMap(map) } : node;
}
