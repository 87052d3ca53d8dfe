import { hasErrors } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { isBotserverTool } from '../load/find-definitions.js';
import { rootOf, type Workspace } from '../load/load-definitions.js';
import type { LoadedFile } from '../load/read-file.js';
import { childOf, entriesOf, type MapEntry, type SourceNode } from '../source/source-node.js';

/** Something that definitions hold and can do without. */
export interface LeftOut {
  readonly file: string;
  /** What of the file; absent when it is all of it. */
  readonly entry?: { readonly section: Section; readonly key: string };
}

const sections = ['tools', 'prompts', 'resources', 'resourceTemplates', '$defs'] as const;

type Section = (typeof sections)[number];

/** What to call it. */
export function nameLeftOut({ file, entry }: LeftOut): string {
  return entry ? `${entry.key} (${entry.section} of ${file})` : file;
}

/**
 * What has to go so that these errors go. A file that cannot be read goes as a whole, and so do the files that are one
 * tool.
 *
 * @returns `undefined` when there is an error that no such part has, such as one of the server.
 */
export function findFaulty(workspace: Workspace, diagnostics: readonly Diagnostic[]): readonly LeftOut[] | undefined {
  const found = new Map<string, LeftOut>();
  for (const diagnostic of diagnostics.filter((one) => hasErrors([one]))) {
    const faulty = findOwner(workspace, diagnostic);
    if (!faulty) return undefined;
    found.set(JSON.stringify(faulty), faulty);
  }
  return [...found.values()];
}

/** The definitions without some of their parts. */
export function leaveOut(workspace: Workspace, parts: readonly LeftOut[]): Workspace {
  const gone = new Set(parts.flatMap(({ file, entry }) => (entry ? [] : [file])));
  const files = new Map(workspace.files);
  for (const { file, entry } of parts) {
    const loaded = files.get(file);
    if (entry && loaded) files.set(file, withoutEntry(loaded, entry));
  }
  return { ...workspace, files, definitions: workspace.definitions.filter((file) => !gone.has(file)) };
}

function findOwner(workspace: Workspace, { code, location, related }: Diagnostic): LeftOut | undefined {
  // A key that stands twice is the one that was read first.
  const place = code === 'duplicate-key' ? related?.[0]?.location : location;
  if (!place || code === 'missing-server' || !workspace.definitions.includes(place.file)) return undefined;
  const root = rootOf(workspace, place.file);
  if (!root || isBotserverTool(place.file)) return { file: place.file };
  const entry = findEntry(root, place);
  return entry && { file: place.file, entry };
}

/** The last entry that begins before a place, unless another part of the file begins between them. */
function findEntry(root: SourceNode, place: SourceLocation): LeftOut['entry'] {
  const parts = entriesOf(root).flatMap(({ key, keyLocation, value }) => {
    const section = sections.find((known) => known === key);
    const own = section ? entriesOf(value) : [];
    const members = own.map((member) => ({
      location: member.keyLocation,
      entry: section && { section, key: member.key },
    }));
    return [{ location: keyLocation, entry: undefined }, ...members];
  });
  return parts
    .filter(({ location }) => isBefore(location, place))
    .toSorted(byPlace)
    .at(-1)?.entry;
}

function isBefore(first: SourceLocation, second: SourceLocation): boolean {
  return first.line < second.line || (first.line === second.line && first.column <= second.column);
}

function byPlace(left: { location: SourceLocation }, right: { location: SourceLocation }): number {
  return left.location.line - right.location.line || left.location.column - right.location.column;
}

function withoutEntry(loaded: LoadedFile, { section, key }: NonNullable<LeftOut['entry']>): LoadedFile {
  if (loaded.status !== 'read' || loaded.root?.kind !== 'map') return loaded;
  const kept = (entries: readonly MapEntry[]) => entries.filter((entry) => entry.key !== key);
  const node = childOf(loaded.root, section);
  if (node?.kind !== 'map') return loaded;
  const entries = loaded.root.entries.map((entry) =>
    entry.key === section ? { ...entry, value: { ...node, entries: kept(node.entries) } } : entry,
  );
  return { ...loaded, root: { ...loaded.root, entries } };
}
