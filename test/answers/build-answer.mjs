/**
 * Makes an answer of an operation as its API would give it: from the example of the document, else from the schema. Lists get as many items
 * as a real answer has: copies of the example's items with other ids, names and users.
 *
 * @param {any} document OpenAPI document
 * @param {any} operation
 * @param {number | undefined} items length of the longest list
 * @returns {{ value: any, source: 'example' | 'schema', repeated: boolean }}
 */
export function buildAnswer(document, operation, items) {
  const content = findContent(document, operation);
  const example = follow(document, content.example);
  const value = example ?? sampleSchema(document, content.schema);
  const source = example === undefined ? 'schema' : 'example';
  if (items === undefined) return { value, source, repeated: false };
  const list = findList(value);
  if (list === undefined) return { value, source, repeated: false };
  const originals = list.slice(0, items);
  const repeated = list.length < items;
  list.splice(
    0,
    list.length,
    ...Array.from({ length: items }, (_, index) => vary(originals[index % originals.length], index)),
  );
  return { value, source, repeated };
}

/** The example and the schema of the first successful answer, for OpenAPI 2 and 3. */
function findContent(document, operation) {
  const [, given] = Object.entries(operation.responses).find(([status]) => /^2|default/u.test(status)) ?? [];
  const response = follow(document, given);
  const media = response.content?.['application/json'] ?? {
    schema: response.schema,
    example: response.examples?.['application/json'],
  };
  const [first] = Object.values(media.examples ?? {});
  let example = media.example ?? follow(document, follow(document, first)?.value);
  while (/^value(?:,x-.*)?$/u.test(Object.keys(example ?? {}).join())) example = follow(document, example.value);
  return { example: typeof example === 'string' ? parse(example) : structuredClone(example), schema: media.schema };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function follow(document, value) {
  let target = value;
  while (typeof target?.$ref === 'string') {
    target = target.$ref
      .slice(2)
      .split('/')
      .reduce((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  }
  return target;
}

/** The longest list of objects, not more than three objects deep. */
function findList(value, depth = 0) {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  return Object.values(value)
    .map((member) => findList(member, depth + 1))
    .filter((list) => list !== undefined)
    .toSorted((left, right) => JSON.stringify(right).length - JSON.stringify(left).length)[0];
}

/** A copy of an item as another one of the same list: its own id, number and name, and one of five users. */
function vary(item, index) {
  const copy = structuredClone(item);
  if (typeof copy !== 'object' || copy === null || index === 0) return copy;
  for (const [key, value] of Object.entries(copy)) {
    if (/^(?:id|number|ts|key|sha|name|title|summary)$/u.test(key)) copy[key] = change(value, index);
    if (typeof value === 'object' && value !== null && 'login' in value) {
      copy[key] = { ...value, login: `${value.login}${index % 5}`, id: value.id + (index % 5) };
    }
  }
  return copy;
}

function change(value, index) {
  if (typeof value === 'number') return value + index;
  return typeof value === 'string' ? `${value}${index}` : value;
}

/** A value that fits a schema, with all properties to a depth of four objects. References in references are ids, as Stripe sends them. */
export function sampleSchema(document, given, depth = 0, name = '') {
  const schema = follow(document, given) ?? {};
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch !== undefined) return sampleSchema(document, branch, depth, name);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sampleSchema(document, part, depth, name)));
  }
  if (schema.nullable === true && depth > 1 && !/^(?:description|email|name)$/u.test(name)) return null;
  if (schema.type === 'array') return depth > 4 ? [] : [sampleSchema(document, schema.items, depth + 1, name)];
  if (schema.properties !== undefined) {
    if (depth > 4) return {};
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([key, part]) => [key, sampleSchema(document, part, depth + 1, key)]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return name === 'created' ? 1_680_000_000 : 1234;
  if (schema.type === 'boolean') return name === 'has_more';
  if (schema.type === 'object') return {};
  if (schema.format === 'date-time') return '2026-07-01T12:00:00Z';
  if (schema.format === 'uri' || /url$/iu.test(name)) return `https://example.com/${name}`;
  return name === 'id' || name === '' ? 'obj_1NirD82eZvKYlo2CIvbtLWuY' : `${name} text`;
}
