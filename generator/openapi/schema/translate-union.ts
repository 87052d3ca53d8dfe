import { replaceEntry } from '../../resolve/allow-null.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  toJson,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../../source/source-node.js';
import type { ApiDocument } from '../api-document.js';
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
  const mapping = document.entries(discriminator, 'mapping');
  const tag = (branches: SourceNode): SourceNode => {
    if (property === undefined || branches.kind !== 'sequence') return branches;
    const tagged = branches.items.map((branch) => tagBranch(branch, { document, property, mapping }));
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

interface Discriminator {
  readonly document: ApiDocument;
  readonly property: string;
  readonly mapping: Entries;
}

/** Adds the values of the discriminator to a branch that is a reference. Branches without a name have no values. */
function tagBranch(branch: SourceNode, { document, property, mapping }: Discriminator): SourceNode {
  const reference = stringAt(branch, '$ref');
  if (reference === undefined) return branch;
  const own = readOwnValues(branch, property, document);
  if (own === undefined) return branch;
  const mapped = mapping.filter(({ value }) => isTarget(value, branch, document)).map(({ key }) => key);
  const names = mapped.length > 0 ? mapped : [nameOf(reference)];
  const values = own.length > 0 ? names.filter((name) => own.includes(name)) : names;
  if (values.length === 0 || values.length === own.length) return branch;
  const { location } = branch;
  const allowed = sequenceNode(
    values.map((value) => scalarNode(value, location)),
    location,
  );
  const constraint: MapNode = mapNode(
    [entryFor('type', scalarNode('string', location)), entryFor('enum', allowed)],
    location,
  );
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

/** Whether a value of `mapping` means a branch: a name of a schema, or a reference. */
function isTarget(value: SourceNode, branch: SourceNode, document: ApiDocument): boolean {
  const reference = stringAt(branch, '$ref') ?? '';
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return false;
  if (value.value === reference || value.value === nameOf(reference)) return true;
  return document.peek(mapNode([entryFor('$ref', value)], value.location)) === document.peek(branch);
}

/** Name of the schema that a reference leads to. */
function nameOf(reference: string): string {
  const step = reference.slice(reference.lastIndexOf('/') + 1);
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
