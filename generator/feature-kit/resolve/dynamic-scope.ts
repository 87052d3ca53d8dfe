import { entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ReferenceTarget } from './locate-reference.js';

/**
 * Targets by `$dynamicAnchor` name. Among the schemas with `$id` that contain a place, the outermost schema determines the target.
 * @see docs/decisions/0004-a-dynamic-reference-becomes-one-schema-per-scope.md
 */
export type DynamicScope = ReadonlyMap<string, ReferenceTarget>;

/**
 * Returns the scope inside the target of a reference. A target with `$id` adds its own anchors. A target without
 * `$dynamicRef` drops the anchors of outer schemas, so that it is the same schema wherever it is referenced.
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2
 */
export function enterTarget(target: ReferenceTarget, outer: DynamicScope | undefined): DynamicScope | undefined {
  const { node, path } = target;
  const inherited = outer !== undefined && outer.size > 0 && hasDynamicReference(node) ? outer : undefined;
  if (stringAt(node, '$id') === undefined) return inherited;
  const anchors = listAnchors(node).map(([name, steps, anchored]): [string, ReferenceTarget] => [
    name,
    { ...target, path: [...path, ...steps], node: anchored },
  ]);
  return anchors.length === 0 ? inherited : new Map([...anchors, ...(inherited ?? [])]);
}

/** Returns the key suffix that distinguishes a schema from the same schema in another scope. */
export function describeScope(scope: DynamicScope | undefined): string {
  const names = [...(scope ?? [])].map(([name, { file, path }]) => `${name}=${file}#/${path.join('/')}`);
  return names.length === 0 ? '' : ` with ${names.toSorted().join(' ')}`;
}

type Anchor = readonly [name: string, path: readonly string[], node: SourceNode];

/** Lists the dynamic anchors in a schema, excluding subschemas that have their own `$id`. */
function listAnchors(root: SourceNode): readonly Anchor[] {
  const found: Anchor[] = [];
  const waiting: { readonly node: SourceNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  // The loop adds to the list that it iterates over.
  for (const { node, path } of waiting) {
    if (node.kind === 'sequence') {
      node.items.forEach((item, index) => waiting.push({ node: item, path: [...path, String(index)] }));
    }
    if (node.kind !== 'map' || (node !== root && stringAt(node, '$id') !== undefined)) continue;
    const name = stringAt(node, '$dynamicAnchor');
    if (name !== undefined) found.push([name, path, node]);
    node.entries.forEach(({ key, value }) => waiting.push({ node: value, path: [...path, key] }));
  }
  return found;
}

const dynamicReferenceCache = new WeakMap<SourceNode, boolean>();

/** Whether a schema contains a `$dynamicRef`. */
function hasDynamicReference(node: SourceNode): boolean {
  if (node.kind === 'scalar') return false;
  const cached = dynamicReferenceCache.get(node);
  if (cached !== undefined) return cached;
  const children = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items;
  const found = entryOf(node, '$dynamicRef') !== undefined || children.some(hasDynamicReference);
  dynamicReferenceCache.set(node, found);
  return found;
}
