import { replaceEntry } from '../../../feature-kit/resolve/allow-null.js';
import { entryFor, mapNode, sequenceNode } from '../../../core/source/make-node.js';
import { childOf, itemsOf, stringAt, type MapEntry, type SourceNode } from '../../../core/source/source-node.js';
import { splitReference } from '../../../core/source/references.js';
import type { ApiDocument } from '../api-document.js';
import { addValues, hasDefault, listTargets, readOwnValues, type MappedSchema } from './discriminator-values.js';
import { isLegalKey } from './legal-key.js';

type Entries = readonly MapEntry[];

/**
 * Translates the unions of a schema object. The `discriminator` values become constraints of the branches, to
 * distinguish them. `oneOf` becomes `anyOf`, because branches in documents overlap, and APIs accept values that match
 * two of them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function translateUnions(entries: Entries, document: ApiDocument): Entries {
  const discriminator = entries.find(({ key }) => key === 'discriminator')?.value;
  const property = stringAt(discriminator, 'propertyName');
  // A property that is renamed for clients can have a different name in the constraint than in its branch.
  const rule = property !== undefined && isLegalKey(property) ? readRule(discriminator, property, document) : undefined;
  const tag = (branches: SourceNode): SourceNode => {
    if (rule === undefined || branches.kind !== 'sequence') return branches;
    const tagged = branches.items.map((branch) => tagBranch(branch, rule, document));
    return sequenceNode(tagged, branches.location);
  };
  const tagged = replaceEntry(replaceEntry(entries, 'oneOf', tag), 'anyOf', tag);
  const oneOf = tagged.find(({ key }) => key === 'oneOf');
  if (!oneOf) return tagged;
  const anyOf = { ...oneOf, key: 'anyOf' };
  if (!tagged.some(({ key }) => key === 'anyOf')) return tagged.map((entry) => (entry === oneOf ? anyOf : entry));
  const both = [...itemsOf(tagged.find(({ key }) => key === 'allOf')?.value), mapNode([anyOf], oneOf.keyLocation)];
  const others = tagged.filter((entry) => entry !== oneOf && entry.key !== 'allOf');
  return [...others, entryFor('allOf', sequenceNode(both, oneOf.keyLocation))];
}

/** Discriminator of a union. */
interface Discriminator {
  readonly property: string;
  /** Whether no mapping is given, except for other values, so that the schema names serve as the values. */
  readonly isImplicit: boolean;
  readonly targets: ReadonlyMap<SourceNode, MappedSchema>;
}

function readRule(node: SourceNode | undefined, property: string, document: ApiDocument): Discriminator | undefined {
  // If the schema for other values is missing, no branch can be restricted to its values.
  const isBroken = childOf(node, 'defaultMapping') !== undefined && !hasDefault(node, document);
  if (isBroken) return undefined;
  const isImplicit = document.entries(node, 'mapping').length === 0;
  return { property, isImplicit, targets: listTargets(node, document) };
}

/**
 * Adds the discriminator values to a branch that is a reference. Branches that no value refers to are unchanged,
 * because they can match any value.
 */
function tagBranch(
  branch: SourceNode,
  { property, isImplicit, targets }: Discriminator,
  document: ApiDocument,
): SourceNode {
  const reference = stringAt(branch, '$ref');
  const own = reference === undefined ? undefined : readOwnValues(branch, property, document);
  if (reference === undefined || own === undefined) return branch;
  const name = nameOf(reference);
  const implicit = isImplicit && name !== undefined ? [name] : [];
  const all = targets.get(document.peek(branch))?.values ?? implicit;
  const allowed = own.length > 0 ? all.filter((value) => own.includes(value)) : all;
  if (allowed.length === 0 || allowed.length === own.length) return branch;
  return addValues(branch, property, allowed);
}

/** Returns the name of the schema that a reference leads to; only named schemas of the document have one. */
function nameOf(reference: string): string | undefined {
  const fragment = splitReference(reference)?.fragment ?? '';
  const [, name] = /^\/(?:components\/schemas|definitions)\/([^/]+)$/u.exec(fragment) ?? [];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}
