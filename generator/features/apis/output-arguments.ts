import { jsonObjectOf, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import type { FieldRoot, FieldTree, Fields } from '../../core/schema/field-tree.js';

/** Arguments that select response fields or request the continuation of a response. */
interface OutputArguments {
  /** Schema of all arguments, including the added ones. */
  readonly schema: JsonObject;
  /** Name of the argument that selects response fields. */
  readonly fields?: string;
  /**
   * Name of an unlisted argument for the next page, which scripts use. Equivalent to the operation's own parameters.
   */
  readonly next?: string;
}

/**
 * Adds the argument that selects response fields, and names the argument for the next page.
 *
 * @param root Response fields, if they are selectable.
 */
export function addOutputArguments(
  schema: JsonObject,
  tree: FieldTree,
  root: FieldRoot | undefined,
  hasPages: boolean,
): OutputArguments {
  const properties = new Map(objectAt(schema, 'properties'));
  const add = (name: string, property: Json): string => {
    const key = properties.has(name) ? `answer_${name}` : name;
    if (properties.has(key)) return '';
    properties.set(key, property);
    return key;
  };
  const fields = root === undefined ? '' : add('fields', describeFields(tree, root));
  const next = ['next', 'answer_next'].find((name) => hasPages && !properties.has(name));
  return {
    schema: fields === '' ? schema : new Map(schema).set('properties', properties),
    ...(fields !== '' && { fields }),
    ...(next !== undefined && { next }),
  };
}

/** Maximum number of paths in the schema's enumeration. */
const maxListed = 16;

/** Maximum number of paths named in the description. */
const maxNamed = 6;

function describeFields(tree: FieldTree, root: FieldRoot): Json {
  const all = listPaths(tree, root.key, maxListed);
  const items = all === undefined ? jsonObjectOf({ type: 'string' }) : jsonObjectOf({ type: 'string', enum: all });
  const examples = nameBest(tree, root);
  const description = `Only these fields of the result${all === undefined ? `, such as ${examples.join(', ')}` : ''}.`;
  return jsonObjectOf({ type: 'array', items, description });
}

/** Lists all paths of a response; `undefined` if there are more than `maxPaths`. */
function listPaths(tree: FieldTree, root: string, maxPaths: number): readonly string[] | undefined {
  const paths: string[] = [];
  const add = (key: string, prefix: string): boolean =>
    [...tree.fieldsOf(key)].every(([name, below]) => {
      if (name === '*' || paths.length >= maxPaths) return false;
      const path = prefix + name.replaceAll('.', '\\.');
      paths.push(path);
      return below === '' || add(below, `${path}.`);
    });
  return add(root, '') ? paths : undefined;
}

/** Names of fields that identify an object, best first. */
const telling = words(
  'id number key name title subject summary login state status type email amount created_at updated_at',
);

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Lists the paths that are most likely needed. */
function nameBest(tree: FieldTree, { key: root, isList }: FieldRoot): readonly string[] {
  const fields = tree.fieldsOf(root);
  // Prefer fields of items to fields of their envelope.
  const list = [...fields].find(([name, key]) => key !== '' && tree.isList(root, name) && fields.size <= maxNamed * 2);
  if (list !== undefined && !isList) {
    const [name, key] = list;
    return rank(tree, tree.fieldsOf(key)).map((path) => `${name}.${path}`);
  }
  return rank(tree, fields);
}

function rank(tree: FieldTree, fields: Fields): readonly string[] {
  const scalars = [...fields].filter(([name, key]) => key === '' && name !== '*').map(([name]) => name);
  const known = telling.filter((name) => scalars.includes(name));
  const nested = [...fields].flatMap(([name, key]) => {
    const below = telling.find((other) => other !== 'id' && tree.fieldsOf(key).has(other));
    return key === '' || below === undefined ? [] : [`${name}.${below}`];
  });
  const best = [...known.slice(0, maxNamed - 1), ...nested.slice(0, 1)];
  return [...best, ...scalars.filter((name) => !known.includes(name))].slice(0, maxNamed);
}

/** Minimum number of response fields for a field selection. */
const minFields = 16;

/** Whether a response is, judging by its schema, large enough for field selection to pay off. */
export function isLarge(tree: FieldTree, { key: root, isList }: FieldRoot): boolean {
  const fields = tree.fieldsOf(root);
  if (isList) return fields.size > 1;
  const count = [...fields].reduce((sum, [, key]) => sum + 1 + tree.fieldsOf(key).size, 0);
  return count >= minFields || [...fields].some(([name, key]) => key !== '' && tree.isList(root, name));
}
