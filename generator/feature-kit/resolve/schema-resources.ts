import { rootOf, type Workspace } from '../load/workspace.js';
import { isScheme, parseUrl } from '../../core/source/references.js';
import { stringAt, type SourceNode } from '../../core/source/source-node.js';

/** Part of a file that has its own URI: a schema with `$id`, or a document with `$self`. */
interface SchemaResource {
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
  readonly node: SourceNode;
  readonly address: string;
}

/** Schema resources of all files. */
interface SchemaResources {
  readonly byAddress: ReadonlyMap<string, SchemaResource>;
  /** Innermost resource that contains each reference. */
  readonly byReference: ReadonlyMap<SourceNode, SchemaResource>;
}

const resourcesByWorkspace = new WeakMap<Workspace, SchemaResources>();

/** Lists the schema resources of all files. Skips files without `$id` and `$self`. */
export function listResources(workspace: Workspace): SchemaResources {
  const cached = resourcesByWorkspace.get(workspace);
  if (cached) return cached;
  const byAddress = new Map<string, SchemaResource>();
  const byReference = new Map<SourceNode, SchemaResource>();
  for (const [file, loaded] of workspace.files) {
    const root = rootOf(workspace, file);
    if (!root || loaded.status !== 'read' || !/\$(?:id|self)\b/u.test(loaded.text)) continue;
    walk(file, root, byAddress, byReference);
  }
  const resources = { byAddress, byReference };
  resourcesByWorkspace.set(workspace, resources);
  return resources;
}

/** Returns the base URI of a file without its own `$id` or `$self`. */
export function addressOf(file: string): string {
  return isScheme(file) ? file : new URL(file.split('/').map(encodeURIComponent).join('/'), 'file:///').href;
}

/** Keys whose values are data, not schemas. */
const dataKeys: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

interface Step {
  readonly node: SourceNode;
  readonly path: readonly string[];
  readonly resource: SchemaResource | undefined;
}

function walk(
  file: string,
  root: SourceNode,
  byAddress: Map<string, SchemaResource>,
  byReference: Map<SourceNode, SchemaResource>,
): void {
  const enter = ({ node, path, resource }: Step, id: string | undefined): SchemaResource | undefined => {
    if (id === undefined || id.startsWith('#')) return resource;
    const address = parseUrl(id.split('#', 1)[0] ?? '', resource?.address ?? addressOf(file))?.href;
    if (address === undefined) return resource;
    const entered = { file, path, node, address };
    if (!byAddress.has(address)) byAddress.set(address, entered);
    return entered;
  };
  const start: Step = { node: root, path: [], resource: undefined };
  const waiting: Step[] = [{ ...start, resource: enter(start, stringAt(root, '$self')) }];
  // The loop adds to the list that it iterates over.
  for (const step of waiting) {
    const { node, path, resource } = step;
    if (node.kind === 'sequence') {
      node.items.forEach((item, index) => waiting.push({ node: item, path: [...path, String(index)], resource }));
    }
    if (node.kind !== 'map') continue;
    const inside = enter(step, stringAt(node, '$id'));
    for (const { key, value } of node.entries) {
      if (dataKeys.has(key)) continue;
      if (inside && (key === '$ref' || key === '$dynamicRef')) byReference.set(value, inside);
      if (value.kind !== 'scalar') waiting.push({ node: value, path: [...path, key], resource: inside });
    }
  }
}
