import { replaceEntry } from '../../../feature-kit/resolve/allow-null.js';
import { entryFor, mapNode, sequenceNode } from '../../../core/source/make-node.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import { addValues, listTargets, readOwnValues } from './discriminator-values.js';
import { listExtensions } from './list-extensions.js';
import { isLegalKey } from './legal-key.js';
import { isNullable } from './schema-types.js';

type Entries = readonly MapEntry[];

/** Union branches that replace references to base schemas; `undefined` for schemas that are not a base. */
const branchesByBase = new WeakMap<ApiDocument, Map<SourceNode, readonly SourceNode[] | undefined>>();

/**
 * Replaces references to base schemas inside a translated schema: in `properties`, `items` and `additionalProperties`,
 * and in the branches of a union without a discriminator. References in `allOf` stay, because schemas use them to
 * extend a
 * base.
 */
export function expandBases(entries: Entries, document: ApiDocument, hasDiscriminator: boolean): Entries {
  const expand = (node: SourceNode): SourceNode => expandBase(node, document);
  return entries.map((entry) => {
    const { key, value } = entry;
    if (key === 'items' || key === 'additionalProperties') return { ...entry, value: expand(value) };
    if (key === 'properties') {
      const members = entriesOf(value).map((member) => ({ ...member, value: expand(member.value) }));
      return { ...entry, value: mapNode(members, value.location) };
    }
    if (key !== 'anyOf' || hasDiscriminator) return entry;
    const branches = itemsOf(value).map((branch) => expandReference(branch, document));
    return { ...entry, value: sequenceNode(branches, value.location) };
  });
}

/**
 * Replaces a reference to a base schema with a union of three parts: the schemas named in the `mapping` of its
 * `discriminator`, the schemas that have the base in `allOf`, and the base. Values that match the base stay valid,
 * because this form of
 * discriminator does not validate and documents often describe extending schemas incorrectly. Also replaces a reference
 * that is the only item of `allOf`, a form that documents use to put a description next to a reference. Returns any
 * other schema unchanged.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
 */
export function expandBase(schema: SourceNode, document: ApiDocument): SourceNode {
  const parts = childOf(schema, 'allOf');
  const [only, ...others] = itemsOf(parts);
  if (!only || others.length > 0 || childOf(schema, 'properties')) return expandReference(schema, document);
  const expanded = expandReference(only, document);
  if (expanded === only) return schema;
  const entries = replaceEntry(entriesOf(schema), 'allOf', ({ location }) => sequenceNode([expanded], location));
  return mapNode(entries, schema.location);
}

function expandReference(schema: SourceNode, document: ApiDocument): SourceNode {
  if (stringAt(schema, '$ref') === undefined) return schema;
  const unionsByBase = branchesByBase.get(document) ?? new Map<SourceNode, readonly SourceNode[] | undefined>();
  branchesByBase.set(document, unionsByBase);
  const base = document.peek(schema);
  if (!unionsByBase.has(base)) unionsByBase.set(base, listBranches(schema, base, document));
  const branches = unionsByBase.get(base);
  const entries = entriesOf(schema);
  if (!branches || entries.some(({ key }) => key === 'anyOf')) return schema;
  const siblings = entries.filter(({ key }) => key !== '$ref' && key !== 'discriminator');
  return mapNode([...siblings, entryFor('anyOf', sequenceNode(branches, schema.location))], schema.location);
}

/**
 * Maximum number of extensions. A base that has more extensions stays unchanged, because each reference would become a
 * union that is too long for models to read.
 */
const maxExtensions = 100;

function listBranches(
  reference: SourceNode,
  base: SourceNode,
  document: ApiDocument,
): readonly SourceNode[] | undefined {
  const discriminator = childOf(base, 'discriminator');
  // In OpenAPI 2.0, `discriminator` is the property name.
  const property = stringAt(base, 'discriminator') ?? stringAt(discriminator, 'propertyName');
  if (property === undefined || isNullable(base)) return undefined;
  if (childOf(base, 'oneOf') ?? childOf(base, 'anyOf')) return undefined;
  const targets = new Map([...listExtensions(base, document), ...listTargets(discriminator, document)]);
  const others = [...targets].filter(([target]) => target !== base);
  if (others.length === 0 || others.length > maxExtensions || readOwnValues(base, property, document) === undefined)
    return undefined;
  const branches = others.map(([, { node, values }]) => {
    const branchValues = readOwnValues(node, property, document) ?? [];
    const allowed = branchValues.length > 0 ? values.filter((value) => branchValues.includes(value)) : values;
    // A property that is renamed for clients can have a different name in its branch.
    return addValues(node, property, isLegalKey(property) ? allowed : []);
  });
  const plain = mapNode([entryFor('$ref', childOf(reference, '$ref') ?? reference)], reference.location);
  return [...branches, addValues(plain, property, [])];
}
