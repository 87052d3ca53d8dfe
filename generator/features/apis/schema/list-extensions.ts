import { entryFor, mapNode, scalarNode } from '../../../core/source/make-node.js';
import { extendReference } from '../../../core/source/references.js';
import { childOf, itemsOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import type { MappedSchema } from './discriminator-values.js';

/** Schemas of a document, keyed by a schema in their `allOf`. */
type Extensions = ReadonlyMap<SourceNode, readonly (readonly [SourceNode, MappedSchema])[]>;

const extensionsByDocument = new WeakMap<ApiDocument, Extensions>();

/**
 * Lists the schemas of a document that extend a base through `allOf`, directly or indirectly. The discriminator value of a
 * schema is its name or its `x-ms-discriminator-value`, an Azure extension.
 *
 * @see https://spec.openapis.org/oas/v3.0.3.html#discriminator-object
 */
export function listExtensions(base: SourceNode, document: ApiDocument): ReadonlyMap<SourceNode, MappedSchema> {
  const extensions = extensionsByDocument.get(document) ?? readExtensions(document);
  extensionsByDocument.set(document, extensions);
  const found = new Map(extensions.get(base));
  // The map grows during the iteration.
  for (const [target] of found) {
    for (const [further, mapped] of extensions.get(target) ?? []) if (!found.has(further)) found.set(further, mapped);
  }
  return found;
}

function readExtensions(document: ApiDocument): Extensions {
  const steps = document.version === '2.0' ? ['definitions'] : ['components', 'schemas'];
  const owner = steps.length === 1 ? document.root : document.child(document.root, 'components');
  const found = new Map<SourceNode, [SourceNode, MappedSchema][]>();
  for (const { key, value } of document.entries(owner, steps.at(-1) ?? '')) {
    const target = document.peek(value);
    const reference = scalarNode(extendReference('#', [...steps, key]), document.root.location);
    const node = mapNode([entryFor('$ref', reference)], document.root.location);
    const mapped = { node, values: [stringAt(target, 'x-ms-discriminator-value') ?? key] };
    for (const part of itemsOf(childOf(target, 'allOf'))) {
      const base = document.peek(part);
      const extending = found.get(base);
      if (extending) extending.push([target, mapped]);
      else found.set(base, [[target, mapped]]);
    }
  }
  return found;
}
