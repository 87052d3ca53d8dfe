import { replaceEntry } from '../../resolve/allow-null.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  toJson,
  type MapEntry,
  type SourceNode,
} from '../../source/source-node.js';
import { extendReference, splitReference } from '../../source/references.js';
import type { ApiDocument } from '../api-document.js';
import { isLegalKey } from './legal-key.js';
import { typesOf } from './schema-types.js';

type Entries = readonly MapEntry[];

/** Maximal number of schemas that are read to learn what a branch says of the discriminator. */
const maximalParts = 20;

/**
 * Translates the unions of a schema object. Branches get the values of the `discriminator` as a constraint, which tells them apart.
 * `oneOf` becomes `anyOf`: branches of documents overlap, and an API takes a value that fits two of them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function translateUnions(entries: Entries, document: ApiDocument): Entries {
  const discriminator = entries.find(({ key }) => key === 'discriminator')?.value;
  const property = stringAt(discriminator, 'propertyName');
  // A property that is renamed for clients may get another name in its tag than in its branch.
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
  /** No branch is named: names of schemas are the values. */
  readonly isImplicit: boolean;
  /** Values by the schemas that they name. */
  readonly values: ReadonlyMap<SourceNode, readonly string[]>;
}

function readRule(node: SourceNode | undefined, property: string, document: ApiDocument): Discriminator {
  const mapping = document.entries(node, 'mapping');
  const values = new Map<SourceNode, string[]>();
  for (const { key, value } of mapping) {
    const target = findTarget(value, document);
    const known = target && values.get(target);
    if (known) known.push(key);
    else if (target) values.set(target, [key]);
  }
  const isImplicit = mapping.length === 0 && stringAt(node, 'defaultMapping') === undefined;
  return { property, isImplicit, values };
}

/** The schema that a value of `mapping` means: by its name in the document, else by a reference. */
function findTarget(value: SourceNode, document: ApiDocument): SourceNode | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  const { location } = value;
  const byName = scalarNode(extendReference('#', ['components', 'schemas', value.value]), location);
  for (const reference of [byName, value]) {
    const node = mapNode([entryFor('$ref', reference)], location);
    const target = document.peek(node);
    if (target !== node) return target;
  }
  return undefined;
}

/**
 * Adds the values of the discriminator to a branch that is a reference. Branches that no value names stay as they are: they may
 * stand for any value.
 */
function tagBranch(
  branch: SourceNode,
  { property, isImplicit, values }: Discriminator,
  document: ApiDocument,
): SourceNode {
  const reference = stringAt(branch, '$ref');
  const own = reference === undefined ? undefined : readOwnValues(branch, property, document);
  if (reference === undefined || own === undefined) return branch;
  const name = nameOf(reference);
  const implicit = isImplicit && name !== undefined ? [name] : [];
  const all = values.get(document.peek(branch)) ?? implicit;
  const allowed = own.length > 0 ? all.filter((value) => own.includes(value)) : all;
  if (allowed.length === 0 || allowed.length === own.length) return branch;
  const { location } = branch;
  const list = sequenceNode(
    allowed.map((value) => scalarNode(value, location)),
    location,
  );
  const constraint = mapNode([entryFor('type', scalarNode('string', location)), entryFor('enum', list)], location);
  const properties = mapNode([entryFor(property, constraint)], location);
  const tag = mapNode([entryFor('type', scalarNode('object', location)), entryFor('properties', properties)], location);
  return mapNode([entryFor('allOf', sequenceNode([branch, tag], location))], location);
}

/**
 * The values that a branch itself allows for the discriminator; none when it allows all texts. Returns `undefined` when the discriminator
 * of the branch is no text.
 */
function readOwnValues(branch: SourceNode, property: string, document: ApiDocument): readonly string[] | undefined {
  const parts = new Set([document.peek(branch)]);
  for (const part of parts) {
    if (parts.size > maximalParts) break;
    const tag = entriesOf(childOf(part, 'properties')).find(({ key }) => key === property)?.value;
    if (tag) {
      const schema = document.peek(tag);
      const types = typesOf(schema);
      if (types.length > 0 && !types.includes('string')) return undefined;
      const constant = childOf(schema, 'const');
      const values = constant ? [constant] : itemsOf(childOf(schema, 'enum'));
      if (values.length > 0) return values.map((value) => String(toJson(value)));
    }
    for (const member of itemsOf(childOf(part, 'allOf'))) parts.add(document.peek(member));
  }
  return [];
}

/** Name of the schema that a reference leads to: only schemas with a name in the document have one. */
function nameOf(reference: string): string | undefined {
  const fragment = splitReference(reference)?.fragment ?? '';
  const [, name] = /^\/(?:components\/schemas|definitions)\/([^/]+)$/u.exec(fragment) ?? [];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}
