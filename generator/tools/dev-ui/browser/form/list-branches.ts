import { printExactJson } from './exact-json.js';
import { flattenSchema, type FlatSchema } from './flatten-schema.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, listOf, memberOf, textOf, type Schema } from './json-schema.js';
import { listTypes, listValues } from './list-types.js';
import { rateFits } from './rate-fit.js';
import type { SchemaDocument } from './schema-document.js';
import { typeTitles, type TypeName } from './value-type.js';

/** One alternative of a union. */
export interface Branch {
  /** Display title, unique within the union. */
  readonly title: string;
  /** The alternative together with the keywords next to the union. */
  readonly schema: Schema;
}

/** Maximum number of alternatives offered; the JSON view accepts all. */
const maxBranches = 500;
const maxTitle = 60;

/**
 * Returns the alternatives of the first `oneOf` or `anyOf`, or the types of a schema that allows several types. Empty
 * for other schemas.
 */
export function listBranches(flat: FlatSchema, document: SchemaDocument): readonly Branch[] {
  return document.derive(flat, makeBranches);
}

function makeBranches(flat: FlatSchema, document: SchemaDocument): readonly Branch[] {
  const [union, ...others] = flat.unions;
  const { keywords } = flat;
  if (union === undefined) {
    const types = listTypes(flat);
    if (types.length < 2 || listValues(keywords) !== undefined) return [];
    return types.map((type) => ({ title: typeTitles[type], schema: { ...withoutOffers(keywords), type } }));
  }
  const siblings = withoutOffers(keywords);
  const rest = others.map((branches) => ({ anyOf: branches }));
  const possible = union.slice(0, maxBranches).filter((branch) => branch !== false);
  const flats = possible.map((branch) => flattenSchema(branch, document).keywords);
  const discriminator = findDiscriminator(flats, document);
  const titles = possible.map((branch, index) => titleOf(branch, flats[index] ?? {}, discriminator, document));
  return possible.map((branch, index) => ({
    title: distinguish(titles, index),
    schema: { allOf: [branch, siblings, ...rest] },
  }));
}

/** Returns the keywords that apply to each branch, without titles and descriptions, which are shown with the union. */
function withoutOffers(keywords: JsonObject): JsonObject {
  const shown = new Set(['title', 'description', 'default', 'examples', 'example']);
  return Object.fromEntries(Object.entries(keywords).filter(([name]) => !shown.has(name)));
}

/**
 * Returns the position of the branch that best fits a value: of the branches that match its type and constants, the
 * branch that declares the most of its properties. -1 if no branch has the value's type.
 */
export function findBranch(branches: readonly Branch[], value: unknown, document: SchemaDocument): number {
  if (value === undefined) return -1;
  const schemas = branches.map(({ schema }) => schema);
  const fits = rateFits(schemas, value, document);
  const best = Math.max(...fits);
  return best === -Infinity ? -1 : fits.indexOf(best);
}

/** Returns the property that has a different constant in each object branch. */
function findDiscriminator(flats: readonly JsonObject[], document: SchemaDocument): string | undefined {
  const objects = flats.filter((flat) => isJsonObject(memberOf(flat, 'properties')));
  const names = Object.keys(memberOf(objects[0], 'properties') ?? {});
  if (objects.length < 2) return undefined;
  return names.find((name) => {
    const constants = objects.map((flat) => constantOf(flat, name, document));
    return !constants.includes(undefined) && new Set(constants).size === objects.length;
  });
}

function constantOf(flat: JsonObject, property: string, document: SchemaDocument): string | undefined {
  const schema = memberOf(memberOf(flat, 'properties'), property);
  if (!isSchema(schema)) return undefined;
  const values = listValues(flattenSchema(schema, document).keywords);
  return values?.length === 1 ? showValue(values[0]) : undefined;
}

function titleOf(
  branch: Schema,
  flat: JsonObject,
  discriminator: string | undefined,
  document: SchemaDocument,
): string {
  const values = listValues(flat);
  const title =
    textOf(flat, 'title') ??
    (values?.length === 1 ? showValue(values[0]) : undefined) ??
    (discriminator === undefined ? undefined : constantOf(flat, discriminator, document)) ??
    textOf(branch, '$ref')?.split('/').at(-1) ??
    firstSentence(textOf(flat, 'description')) ??
    describeShape(flat);
  return title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title;
}

function firstSentence(text: string | undefined): string | undefined {
  return text?.split(/(?<=[.!?])\s|\n/u, 1)[0]?.replace(/\.$/u, '');
}

function describeShape(flat: JsonObject): string {
  const required = listOf(flat, 'required').filter((name) => typeof name === 'string');
  if (memberOf(flat, 'type') === undefined && required.length > 0) return `with ${required.join(', ')}`;
  const types = listTypes({ keywords: flat, unions: [], isPossible: true });
  if (types.length > 2) return 'any value';
  const items = memberOf(flat, 'items');
  const type = types.map((each) => typeTitles[each]).join(' or ');
  const inner = isJsonObject(items) ? memberOf(items, 'type') : undefined;
  if (typeof inner === 'string' && Object.hasOwn(typeTitles, inner))
    return `${type} of ${typeTitles[inner as TypeName]}`;
  const properties = memberOf(flat, 'properties');
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.length > 0 ? `${type} with ${names.slice(0, 3).join(', ')}` : type;
}

/** Formats a constant for display: strings without quotes, other values as JSON. */
export function showValue(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : printExactJson(value);
}

function distinguish(titles: readonly string[], index: number): string {
  const title = titles[index] ?? '';
  const isUnique = titles.indexOf(title) === titles.lastIndexOf(title);
  return isUnique ? title : `${title} (${index + 1})`;
}
