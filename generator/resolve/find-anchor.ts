import { stringAt, type SourceNode } from '../source/source-node.js';

/** Path to the schema below `root` that calls itself `#name` with `$anchor` or `$dynamicAnchor` (draft-07: `$id: '#name'`). */
export function findAnchor(root: SourceNode, name: string): readonly string[] | undefined {
  const waiting: { readonly node: SourceNode; readonly path: readonly string[] }[] = [{ node: root, path: [] }];
  // Grows while it is gone through.
  for (const { node, path } of waiting) {
    if (node.kind === 'sequence')
      node.items.forEach((item, index) => waiting.push({ node: item, path: [...path, String(index)] }));
    if (node.kind !== 'map') continue;
    const isNamed = stringAt(node, '$anchor') === name || stringAt(node, '$dynamicAnchor') === name;
    if (isNamed || stringAt(node, '$id') === `#${name}`) return path;
    node.entries.forEach(({ key, value }) => waiting.push({ node: value, path: [...path, key] }));
  }
  return undefined;
}
