import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { splitReference } from '../../core/source/references.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  locateAt,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';

/**
 * Lists the paths and URLs at every `$ref` key of a file. Some may be data, such as an example that contains the key,
 * so a missing file is not an error yet.
 */
export function referencedSchemas(node: SourceNode): readonly string[] {
  const found = new Set<string>();
  collect(node, found);
  return [...found];
}

function collect(node: SourceNode, found: Set<string>): void {
  if (node.kind === 'sequence') node.items.forEach((item) => collect(item, found));
  if (node.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    if (key === '$ref' && value.kind === 'scalar' && typeof value.value === 'string') {
      const file = splitReference(value.value)?.file ?? '';
      if (file !== '' && !file.startsWith('/')) found.add(file);
    }
    collect(value, found);
  }
}

/** Lists the relative paths of files that contain static resources. */
export function referencedContents(root: SourceNode): readonly string[] {
  return entriesOf(childOf(root, 'resources')).flatMap(({ value }) => stringAt(value, 'file') ?? []);
}

/** OpenAPI document that a definition refers to, with its overlays. Paths are relative to the definition. */
export interface ReferencedDocument {
  readonly document: string;
  /** Overlays, in the order in which they are applied. */
  readonly overlays: readonly string[];
  /** Location of the `overlays` key, or else of `document`. */
  readonly location: SourceLocation;
}

/** Lists the OpenAPI documents that a definition refers to. */
export function referencedDocuments(root: SourceNode): readonly ReferencedDocument[] {
  return entriesOf(childOf(root, 'openapi')).flatMap(({ value }) => {
    const document = stringAt(value, 'document');
    if (document === undefined) return [];
    const overlays = listOverlays(value).map(({ file }) => file);
    return [{ document, overlays, location: locateAt(value, [overlays.length > 0 ? 'overlays' : 'document']) }];
  });
}

/** Lists the overlays of an API with their locations. Paths are relative to the definition. */
export function listOverlays(api: SourceNode): readonly { readonly file: string; readonly location: SourceLocation }[] {
  return itemsOf(childOf(api, 'overlays')).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [{ file: item.value, location: item.location }] : [],
  );
}

/** Lists the functions that a file refers to (`handler: ./math.ts#factorial`). Paths are relative to the file. */
export function referencedFunctions(root: SourceNode): readonly string[] {
  const entries = listEntries(root).map(({ value }) => value);
  const completing = entries
    .flatMap((node) => [...entriesOf(childOf(node, 'arguments')), ...entriesOf(childOf(node, 'variables'))])
    .flatMap(({ value }) => childOf(value, 'complete') ?? []);
  const nested = entries.flatMap((node) => entriesOf(node).map(({ value }) => value));
  const apis = entriesOf(childOf(root, 'openapi')).map(({ value }) => value);
  const operations = apis.flatMap((api) => entriesOf(childOf(api, 'tools')).map(({ value }) => value));
  const bindings = [
    ...[...entries, ...completing, ...nested].map((node) => stringAt(node, 'handler')),
    ...[...apis, ...operations].map((node) => stringAt(childOf(node, 'output'), 'transform')),
  ];
  return bindings.flatMap((binding) => binding ?? []);
}

/** Lists the tools, prompts, resources and templates of a definition, with their sections. */
export function listEntries(root: SourceNode | undefined): readonly (MapEntry & { readonly section: string })[] {
  return ['tools', 'prompts', 'resources', 'resourceTemplates'].flatMap((section) =>
    entriesOf(childOf(root, section)).map((entry) => ({ ...entry, section })),
  );
}
