import type { DiagnosticCode } from '../../core/diagnostics/diagnostic-table.js';
import type { Fix, Help } from '../../core/diagnostics/diagnostic.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import { rootOf, type Workspace } from '../load/workspace.js';
import type { LoadedFile } from '../load/read-file.js';
import { childOf, entriesOf, nodeAt, splitPointer, stringAt, type SourceNode } from '../../core/source/source-node.js';
import {
  extendReference,
  isScheme,
  joinReference,
  parseUrl,
  splitReference,
  type Reference,
} from '../../core/source/references.js';
import { addressOf, listResources } from './schema-resources.js';

/** Target of a reference. */
export interface ReferenceTarget {
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
  /** Path of the outermost schema that contains the target. */
  readonly rootPath: readonly string[];
  readonly node: SourceNode;
}

/** Problem with a broken reference. */
export interface ReferenceProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: Help;
  /** Whether the target file has an error that is reported separately. */
  readonly isConsequence?: boolean;
}

/** Place of a reference. */
export interface ReferencePlace {
  readonly file: string;
  /** Path of the outermost schema that contains the reference. `#/$defs/X` is looked up there first. */
  readonly rootPath: readonly string[];
  /** Whether a pointer continues through a `$ref`: if `a` is a `$ref`, `#/a/b` finds `b` in the target of `a`. */
  readonly followsInside?: boolean;
  /** Node of the reference in a document. The reference is relative to the `$id` of a surrounding schema, if any. */
  readonly reference?: SourceNode;
}

/**
 * Finds the target of a `$ref`.
 *
 * @see docs/decisions/0011-only-the-command-line-grants-access.md
 */
export function locateReference(
  workspace: Workspace,
  reference: string,
  place: ReferencePlace,
  hops = 0,
): ReferenceTarget | ReferenceProblem {
  const parts = splitReference(reference);
  const byAddress = parts && place.reference && locateByAddress(workspace, parts, place.reference, place.file);
  if (byAddress) return byAddress;
  if (!parts) return { code: 'dangling-ref', message: `\`${reference}\` has invalid percent-encoding.` };
  const file = locateFile(workspace, parts.file, place);
  if (typeof file !== 'string') return file;
  const target = findTarget(workspace, file, parts.fragment, file === place.file ? place.rootPath : []);
  if (target) return target;
  const inside = place.followsInside === true ? redirect(workspace, file, parts.fragment) : undefined;
  if (inside !== undefined && hops < maxHops) {
    return locateReference(workspace, inside, { file, rootPath: [], followsInside: true }, hops + 1);
  }
  const help = suggestTarget(workspace, file, parts.fragment, place);
  return {
    code: 'dangling-ref',
    message: `\`${reference}\` does not exist.`,
    ...(help !== undefined && { help }),
    isConsequence: isContainerMisspelled(workspace, file, parts.fragment),
  };
}

/**
 * Finds a target by the URIs that `$id` and `$self` assign to schemas and documents. `#/components/…` inside a schema
 * with `$id` usually refers to the document, so the document is searched after the schema.
 * @see https://spec.openapis.org/oas/v3.2.0.html#establishing-the-base-uri
 */
function locateByAddress(
  workspace: Workspace,
  { file: address, fragment }: Reference,
  reference: SourceNode,
  file: string,
): ReferenceTarget | undefined {
  const { byAddress, byReference } = listResources(workspace);
  if (byAddress.size === 0) return undefined;
  const own = byReference.get(reference);
  const url = address === '' ? undefined : parseUrl(address, own?.address ?? addressOf(file));
  const resource = address === '' ? own : byAddress.get(url?.href ?? '');
  const steps = resource && findSteps(resource.node, fragment);
  const node = steps && nodeAt(resource.node, steps);
  return node && { file: resource.file, path: [...resource.path, ...steps], rootPath: [], node };
}

/**
 * Whether the first key of a pointer is missing because it is misspelled in the definition, which is reported
 * separately.
 */
function isContainerMisspelled(workspace: Workspace, file: string, fragment: string): boolean {
  const [container = ''] = splitPointer(fragment);
  const keys = entriesOf(rootOf(workspace, file)).map(({ key }) => key);
  if (!workspace.definitions.includes(file) || container !== '$defs' || keys.includes(container)) return false;
  return keys.some((key) => suggest(key, [container]) !== undefined);
}

/** Maximum number of references to follow while resolving one pointer. */
const maxHops = 8;

/** Returns the first `$ref` along a pointer, with the rest of the pointer appended. */
function redirect(workspace: Workspace, file: string, fragment: string): string | undefined {
  let node = rootOf(workspace, file);
  const steps = splitPointer(fragment);
  for (const [index, step] of steps.entries()) {
    const child = node && nodeAt(node, [step]);
    const reference = stringAt(node, '$ref');
    if (!child && reference !== undefined) {
      return extendReference(reference, steps.slice(index));
    }
    node = child;
  }
  return undefined;
}

function locateFile(workspace: Workspace, reference: string, place: ReferencePlace): string | ReferenceProblem {
  if (reference === '') return place.file;
  const file = joinReference(place.file, reference);
  const loaded = workspace.files.get(file);
  const isRead = loaded?.status === 'read' && loaded.root !== undefined;
  const isOutside = reference.startsWith('/') || loaded?.status === 'outside';
  if (isRead && !isOutside && !isScheme(file)) return file;
  const byId = findById(workspace, reference);
  if (byId !== undefined) return byId;
  if (isScheme(file)) return isRead ? file : describeRemote(file, loaded);
  if (isOutside) return describeOutside(workspace, reference);
  if (loaded?.status === 'unreadable') {
    return { code: 'dangling-ref', message: `\`${reference}\` ${loaded.reason}.` };
  }
  if (loaded?.status !== 'read') {
    return { code: 'dangling-ref', message: `The file \`${reference}\` does not exist (relative to ${place.file}).` };
  }
  const isConsequence = /\.(ya?ml|json)$/u.test(file);
  const problem = isConsequence ? 'has syntax errors' : 'is neither YAML nor JSON';
  return { code: 'dangling-ref', message: `\`${reference}\` ${problem}.`, isConsequence };
}

/** Finds the file whose root has a given `$id`. References to it need no download. */
function findById(workspace: Workspace, address: string): string | undefined {
  return [...workspace.files.keys()].findLast(
    (file) => stringAt(rootOf(workspace, file), '$id')?.replace(/#$/u, '') === address,
  );
}

/** Describes a reference to a file outside the allowed folders. */
export function describeOutside({ folder }: Workspace, reference: string): ReferenceProblem {
  const help = 'Allow another folder with `--allow-folder <folder>`.';
  return { code: 'ref-outside-project', message: `\`${reference}\` is outside ${folder}/.`, help };
}

/** Describes a URL that must not be fetched, or that could not be fetched. */
export function describeRemote(address: string, loaded: LoadedFile | undefined): ReferenceProblem {
  const code = 'remote-ref';
  if (loaded?.status === 'unfetched') return { code, message: `\`${address}\` cannot be fetched: ${loaded.reason}.` };
  if (loaded) return { code, message: `\`${address}\` is neither YAML nor JSON.` };
  const message = `\`${address}\` is not among the definitions, and fetching it is not allowed.`;
  const save = 'Save it in the definitions folder and refer to the file';
  const host = parseUrl(address);
  if (host?.protocol !== 'https:') return { code, message, help: `${save}.` };
  return { code, message, help: `${save}, or allow its host with \`--allow-host ${host.host}\`.` };
}

/** Resolves a fragment in the root schema that contains the reference, or else in the file. */
function findTarget(
  workspace: Workspace,
  file: string,
  fragment: string,
  ownRoot: readonly string[],
): ReferenceTarget | undefined {
  const fileRoot = rootOf(workspace, file);
  for (const rootPath of ownRoot.length > 0 ? [ownRoot, []] : [[]]) {
    const root = fileRoot && nodeAt(fileRoot, rootPath);
    if (!root) continue;
    const steps = findSteps(root, fragment);
    const node = steps && nodeAt(root, steps);
    if (node) return { file, path: [...rootPath, ...steps], rootPath, node };
  }
  return undefined;
}

/** Resolves a pointer or an anchor to a path. */
function findSteps(root: SourceNode, fragment: string): readonly string[] | undefined {
  const isPointer = fragment === '' || fragment.startsWith('/');
  return isPointer ? splitPointer(fragment) : anchorsOf(root).get(fragment);
}

type Anchors = ReadonlyMap<string, readonly string[]>;

/** Cached results of {@link anchorsOf}, because a document can contain many references to anchors. */
const anchorsByRoot = new WeakMap<SourceNode, Anchors>();

/**
 * Finds the paths of schemas below `root` by `$anchor` or `$dynamicAnchor` (draft-07: `$id: '#name'`). The first
 * occurrence of a name is used.
 */
function anchorsOf(root: SourceNode): Anchors {
  const cached = anchorsByRoot.get(root);
  if (cached) return cached;
  const anchors = new Map<string, readonly string[]>();
  const waiting: { readonly node: SourceNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  // The loop adds to the list that it iterates over.
  for (const { node, path } of waiting) {
    if (node.kind === 'sequence')
      node.items.forEach((item, index) => waiting.push({ node: item, path: [...path, String(index)] }));
    if (node.kind !== 'map') continue;
    const id = stringAt(node, '$id');
    const names = [stringAt(node, '$anchor'), stringAt(node, '$dynamicAnchor'), id?.startsWith('#') && id.slice(1)];
    for (const name of names) if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, path);
    node.entries.forEach(({ key, value }) => waiting.push({ node: value, path: [...path, key] }));
  }
  anchorsByRoot.set(root, anchors);
  return anchors;
}

function suggestTarget(workspace: Workspace, file: string, fragment: string, place: ReferencePlace): Help | undefined {
  const root = rootOf(workspace, file);
  const own = root && file === place.file ? nodeAt(root, place.rootPath) : undefined;
  const candidates = [own, root].flatMap((node) =>
    ['$defs', 'definitions'].flatMap((container) =>
      entriesOf(childOf(node, container)).map(({ key }) => ({ key, pointer: `#/${container}/${key}` })),
    ),
  );
  const meant = suggest(splitPointer(fragment).at(-1) ?? fragment, new Set(candidates.map(({ key }) => key)));
  const target = candidates.find(({ key }) => key === meant);
  if (target) {
    const fix: Fix = { kind: 'word', word: `#${fragment}`, by: target.pointer };
    return { text: `did you mean \`${target.pointer}\`?`, fix };
  }
  const pointers = [...new Set(candidates.map(({ pointer }) => `\`${pointer}\``))].slice(0, 10);
  return pointers.length === 0 ? undefined : `The definitions here are ${pointers.join(', ')}.`;
}
