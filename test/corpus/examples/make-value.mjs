import { sample, stringMatching } from 'fast-check';

/**
 * Makes a value for a required parameter: a documented one that fits the schema, else one made from the schema.
 *
 * @param {import('./read-document.mjs').PlainDocument} document
 * @param {import('./judge-value.mjs').Judge} judge
 * @param {import('./read-document.mjs').Place} parameter
 */
export function makeArgument(document, judge, parameter) {
  const { node } = parameter;
  const [media] = Object.values(node.content ?? {});
  const given = document.isSwagger
    ? parameter
    : document.child(media ? { node: media, file: parameter.file } : parameter, 'schema');
  const schema = document.follow(given);
  const documented = [
    node.example,
    node['x-example'],
    ...Object.values(node.examples ?? {}).map(
      (each) => document.follow({ node: each, file: parameter.file }).node?.value,
    ),
    schema.node?.example,
    ...(Array.isArray(schema.node?.examples) ? schema.node.examples : []),
    schema.node?.default,
    ...(Array.isArray(schema.node?.enum) ? schema.node.enum : []),
  ];
  const candidates = [
    ...documented,
    makeValue(document, schema, 0),
    ...makeMatches(schema.node?.pattern),
    '11111111-1111-4111-8111-111111111111',
    'a'.repeat(20),
    'a',
    'AB',
    '1',
  ];
  return candidates.find((value) => isUsable(value) && judge.findFault(given, value) === undefined) ?? 'a';
}

/** Texts that a pattern matches, the same in every run. */
function makeMatches(pattern) {
  if (typeof pattern !== 'string') return [];
  try {
    return sample(stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 });
  } catch {
    return [];
  }
}

/** A value of a path must not be empty, nor a dot. */
function isUsable(value) {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(typeof value === 'string' && value.split('/').some((part) => /^\.{1,2}$/u.test(part)))
  );
}

/**
 * Makes a value from a schema: an object of its required properties, and of those that have an example.
 *
 * @param {import('./read-document.mjs').PlainDocument} document
 * @param {import('./read-document.mjs').Place} schema
 */
export function makeValue(document, schema, depth = 0) {
  const place = document.follow(schema);
  const { node } = place;
  if (Object(node) !== node || depth > 8) return 'a';
  const [first] = Array.isArray(node.examples) ? node.examples : [];
  const given = [node.example, node['x-example'], first, node.const, node.enum?.[0]].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const inner = (each) => makeValue(document, { node: each, file: place.file }, depth + 1);
  if (Array.isArray(node.allOf)) {
    const parts = [...node.allOf.map(inner), makeObject(document, place, depth)];
    return parts.every((part) => Object(part) === part) ? Object.assign({}, ...parts) : parts[0];
  }
  const [branch] = node.anyOf ?? node.oneOf ?? [];
  if (branch !== undefined) return addTag(node.discriminator, branch, inner(branch));
  switch ([node.type].flat().find((type) => type !== 'null')) {
    case 'integer':
    case 'number':
      return Math.max(node.minimum ?? 1, typeof node.exclusiveMinimum === 'number' ? node.exclusiveMinimum + 1 : 1);
    case 'boolean':
      return true;
    case 'array':
      return [inner(node.items)];
    case 'string':
    case 'file':
      return makeText(node);
    default:
      return node.properties || node.type === 'object' ? makeObject(document, place, depth) : makeText(node);
  }
}

/** Gives an object the value of the discriminator that means its branch, where the schema has no example of one. */
function addTag(discriminator, branch, value) {
  const name = discriminator?.propertyName;
  if (Object(value) !== value || value[name] !== madeText || typeof branch.$ref !== 'string') return value;
  const bare = branch.$ref.split('/').at(-1);
  const [mapped] =
    Object.entries(discriminator.mapping ?? {}).find(([, target]) => target === branch.$ref || target === bare) ?? [];
  return { ...value, [name]: mapped ?? bare };
}

function makeObject(document, { node, file }, depth) {
  const properties = Object.entries(node.properties ?? {}).filter(([name, property]) => {
    const schema = document.follow({ node: property, file }).node;
    if (property?.readOnly === true || schema?.readOnly === true) return false;
    const isRequired = Array.isArray(node.required) && node.required.includes(name);
    return (
      isRequired || [schema?.example, schema?.['x-example'], schema?.examples].some((value) => value !== undefined)
    );
  });
  return Object.fromEntries(
    properties.map(([name, property]) => [name, makeValue(document, { node: property, file }, depth + 1)]),
  );
}

const texts = {
  uuid: '11111111-1111-4111-8111-111111111111',
  date: '2025-01-31',
  'date-time': '2025-01-31T12:00:00Z',
  uri: 'https://example.com/',
  email: 'a@example.com',
};

const madeText = 'aaa';

function makeText({ format, contentEncoding, minLength = 1, maxLength = 100 }) {
  if (contentEncoding === 'base64' || format === 'byte') return 'YWJj';
  return texts[format] ?? madeText.padEnd(minLength, 'a').slice(0, maxLength);
}
