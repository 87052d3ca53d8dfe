import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Keywords that are copied as they are. */
const plain = new Set(
  (
    'type enum const maximum minimum maxLength minLength maxItems minItems uniqueItems maxProperties minProperties multipleOf ' +
    'maxContains minContains dependentRequired format'
  ).split(' '),
);
const single = new Set(
  'items additionalProperties not if then else contains propertyNames unevaluatedProperties unevaluatedItems'.split(
    ' ',
  ),
);
const lists = new Set('allOf anyOf oneOf prefixItems'.split(' '));
const maps = new Set('properties patternProperties dependentSchemas'.split(' '));
const types = new Set('string number integer boolean object array null'.split(' '));

/**
 * Judges values by the schemas of a document: a plain reading of OpenAPI as JSON Schema, compiled by Ajv. Properties that are read-only
 * are not required.
 */
export class Judge {
  #document;
  #validators = new Map();

  /** @param {import('./read-document.mjs').PlainDocument} document */
  constructor(document) {
    this.#document = document;
  }

  /**
   * Says why a value does not fit a schema: the keyword that refuses it, and where; `undefined` when it fits.
   *
   * @param {import('./read-document.mjs').Place} schema
   */
  findFault(schema, value) {
    if (schema.node === undefined) return undefined;
    try {
      const validate = this.#compile(schema);
      if (validate(value)) return undefined;
      // The deepest fault says most about unions.
      const [error] = validate.errors.toSorted((left, right) => depthOf(right) - depthOf(left));
      return `${error.keyword} at ${error.instancePath || 'the root'}${describe(error)}`;
    } catch (error) {
      return `the schema cannot be compiled: ${error.message}`;
    }
  }

  /**
   * The value without properties that are `readOnly` wherever they are described: those do not travel in requests.
   *
   * @param {import('./read-document.mjs').Place} schema
   */
  withoutReadOnly(schema, value) {
    return this.#strip([schema], value, 0);
  }

  #compile(schema) {
    const known = this.#validators.get(schema.node);
    if (known) return known;
    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false });
    formats.default(ajv);
    const translation = { names: new Map(), defs: {}, waiting: [] };
    const root = this.#translate(schema, translation);
    for (let next = translation.waiting.pop(); next; next = translation.waiting.pop()) {
      translation.defs[next.name] = this.#translate(next.place, translation);
    }
    const validate = ajv.compile({ $defs: translation.defs, allOf: [root] });
    this.#validators.set(schema.node, validate);
    return validate;
  }

  #translate(place, translation, optional = this.#listReadOnly(place)) {
    const { node, file } = place;
    if (typeof node === 'boolean') return node;
    if (typeof node !== 'object' || node === null) return true;
    const inner = (each, names) => this.#translate({ node: each, file }, translation, names);
    const result = {};
    if (typeof node.$ref === 'string') {
      result.$ref = this.#refer(place, translation);
      if (this.#document.isOld) return result;
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (plain.has(keyword)) result[keyword] = value;
      else if (single.has(keyword) && !Array.isArray(value)) result[keyword] = inner(value);
      else if (lists.has(keyword) && Array.isArray(value) && value.length > 0)
        addList(
          result,
          keyword,
          value.map((each) => inner(each, keyword === 'allOf' ? optional : undefined)),
        );
      else if (maps.has(keyword) && Object(value) === value)
        result[keyword] = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inner(each)]));
    }
    return this.#adapt(node, result, optional);
  }

  #adapt(node, result, optional) {
    if (result.type !== undefined && ![result.type].flat().every((type) => types.has(type))) delete result.type;
    if (Array.isArray(node.required)) {
      const required = node.required.filter((name) => typeof name === 'string' && !optional.has(name));
      if (required.length > 0) result.required = [...new Set(required)];
    }
    if (typeof node.pattern === 'string' && isPattern(node.pattern)) result.pattern = node.pattern;
    for (const [keyword, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ]) {
      if (typeof node[keyword] === 'number') result[keyword] = node[keyword];
      if (node[keyword] !== true || typeof node[bound] !== 'number') continue;
      result[keyword] = node[bound];
      delete result[bound];
    }
    if (result.format !== undefined && typeof result.format !== 'string') delete result.format;
    const isNullable = node.nullable === true || node['x-nullable'] === true;
    return isNullable ? { anyOf: [{ type: 'null' }, result] } : result;
  }

  #refer(place, { names, waiting }) {
    const target = this.#document.target(place);
    const known = names.get(target.node);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = `d${names.size}`;
    names.set(target.node, name);
    waiting.push({ name, place: target });
    return `#/$defs/${name}`;
  }

  /** Names of the properties of an object, with those of `allOf`, that are read-only wherever they are described. */
  #listReadOnly(schema) {
    const properties = this.#expand([schema], ['allOf']).flatMap((place) => this.#propertiesOf(place));
    const writable = new Set(properties.filter(([, place]) => !this.#isReadOnly(place)).map(([name]) => name));
    return new Set(properties.map(([name]) => name).filter((name) => !writable.has(name)));
  }

  #propertiesOf({ node, file }) {
    const properties = Object(node?.properties) === node?.properties ? node.properties : {};
    return Object.entries(properties).map(([name, each]) => [name, { node: each, file }]);
  }

  #isReadOnly(place) {
    return place.node?.readOnly === true || this.#document.follow(place).node?.readOnly === true;
  }

  #parts({ node, file }, keywords) {
    return keywords.flatMap((keyword) =>
      Array.isArray(node?.[keyword]) ? node[keyword].map((each) => ({ node: each, file })) : [],
    );
  }

  /** All schemas that may apply to the same value. */
  #expand(schemas, keywords = ['allOf', 'anyOf', 'oneOf']) {
    const found = new Map();
    const waiting = [...schemas];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const place = this.#document.follow(next);
      if (Object(place.node) !== place.node || found.has(place.node)) continue;
      found.set(place.node, place);
      waiting.push(...this.#parts(place, keywords));
    }
    return [...found.values()];
  }

  #strip(schemas, value, depth) {
    if (typeof value !== 'object' || value === null || depth > 100) return value;
    const all = this.#expand(schemas);
    if (Array.isArray(value)) {
      const items = all.flatMap((place) =>
        Object(place.node.items) === place.node.items ? [this.#document.child(place, 'items')] : [],
      );
      return value.map((item) => this.#strip(items, item, depth + 1));
    }
    const properties = all.flatMap((place) => this.#propertiesOf(place));
    const rest = all.flatMap((place) =>
      Object(place.node.additionalProperties) === place.node.additionalProperties
        ? [this.#document.child(place, 'additionalProperties')]
        : [],
    );
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        const own = properties.filter(([key]) => key === name).map(([, place]) => place);
        if (own.length > 0 && own.every((place) => this.#isReadOnly(place))) return [];
        return [[name, this.#strip(own.length > 0 ? own : rest, member, depth + 1)]];
      }),
    );
  }
}

/** A `oneOf` counts as `anyOf`: branches of documents overlap, and a `discriminator` means one of them anyway. */
function addList(result, keyword, schemas) {
  if (keyword === 'oneOf') result.allOf = [...(result.allOf ?? []), { anyOf: schemas }];
  else result[keyword] = [...(result[keyword] ?? []), ...schemas];
}

function isPattern(pattern) {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function depthOf({ instancePath, keyword }) {
  const isUnion = ['anyOf', 'oneOf', 'allOf', 'if'].includes(keyword);
  return instancePath.split('/').length - (isUnion ? 0.5 : 0);
}

function describe({ keyword, params, message }) {
  if (keyword === 'required') return ` (${params.missingProperty})`;
  if (keyword === 'additionalProperties') return ` (${params.additionalProperty})`;
  return ['type', 'format', 'enum', 'const'].includes(keyword) ? ` (${message})` : '';
}
