import { childOf, entriesOf, itemsOf, stringAt } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import { entryFor, isTrueNode, mapNode, scalarNode } from '../source/make-node.js';
import type { ApiOperation, ApiParameter } from './api-operation.js';
import { splitPath } from './split-path.js';

/** What is not a parameter even where a document says so: other parts of the document speak of them. */
const otherHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

const places: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie', 'querystring']);

/** The parameter objects of an operation, references followed: its own and those of its path that it does not replace. */
export function listParameterObjects(document: ApiDocument, { operation, pathItem }: ApiOperation): readonly Located[] {
  const found = new Map<string, Located>();
  for (const owner of [pathItem, operation]) {
    const list = document.container(owner, 'parameters');
    for (const item of itemsOf(list?.node)) {
      const parameter = document.follow({ node: item, file: list?.file ?? owner.file });
      if (!parameter) continue;
      const name = stringAt(parameter.node, 'name');
      const place = stringAt(parameter.node, 'in');
      if (name === undefined || place === undefined) {
        document.warn('invalid-api', item.location, 'A parameter needs `name` and `in`; this one is left out.');
        continue;
      }
      found.set(`${place} ${name}`, parameter);
    }
  }
  return [...found.values()];
}

/**
 * The parameters of an operation. Those that the path has and the document forgot are added, as required strings; those
 * that the path does not have are left out.
 */
export function readParameters(document: ApiDocument, operation: ApiOperation): readonly ApiParameter[] {
  const given = listParameterObjects(document, operation).flatMap((located) => readParameter(document, located));
  const declaredNames = new Set(given.filter(({ place }) => place === 'path').map(({ name }) => name));
  const inPath = splitPath(operation.path, declaredNames).flatMap(({ name }) => name ?? []);
  const declared = given.filter((parameter) => {
    if (parameter.place !== 'path' || inPath.includes(parameter.name)) return true;
    document.warn('invalid-api', parameter.location, `\`${operation.path}\` has no \`{${parameter.name}}\`.`);
    return false;
  });
  const known = new Set(declared.filter(({ place }) => place === 'path').map(({ name }) => name));
  const forgotten = [...new Set(inPath)].filter((name) => !known.has(name));
  return [...forgotten.map((name) => addForgotten(document, operation, name)), ...declared];
}

function addForgotten(document: ApiDocument, { path, location }: ApiOperation, name: string): ApiParameter {
  const message = `The parameter \`{${name}}\` of \`${path}\` is not described; it is taken for a string.`;
  document.warn('invalid-api', location, message);
  const node = mapNode([entryFor('type', scalarNode('string', location))], location);
  return {
    name,
    place: 'path',
    isRequired: true,
    isDeprecated: false,
    schema: { node, file: document.root.file },
    isJson: false,
    allowsReserved: false,
    location,
  };
}

function readParameter(document: ApiDocument, parameter: Located): readonly ApiParameter[] {
  const { node } = parameter;
  const name = stringAt(node, 'name') ?? '';
  const place = stringAt(node, 'in') ?? '';
  if (place === 'header' && otherHeaders.has(name.toLowerCase())) return [];
  if (!isPlace(place)) {
    const isBody = document.version === '2.0' && (place === 'body' || place === 'formData');
    if (!isBody) {
      const location = childOf(node, 'in')?.location ?? node.location;
      document.warn('invalid-api', location, `\`${place}\` is no place for a parameter; it is left out.`);
    }
    return [];
  }
  const description = stringAt(node, 'description');
  const common = {
    name,
    place,
    isRequired: place === 'path' || isTrueNode(childOf(node, 'required')),
    isDeprecated: isTrueNode(childOf(node, 'deprecated')),
    ...(description !== undefined && { description }),
    location: node.location,
  };
  if (document.version === '2.0') return [{ ...common, ...readOldStyle(parameter) }];
  return [{ ...common, ...readStyle(document, parameter) }];
}

function isPlace(place: string): place is ApiParameter['place'] {
  return places.has(place);
}

function readStyle(document: ApiDocument, parameter: Located) {
  const { node } = parameter;
  const explode = childOf(node, 'explode');
  const style = stringAt(node, 'style');
  const content = document.container(parameter, 'content');
  const [media] = entriesOf(content?.node);
  const schema = media
    ? document.child({ node: media.value, file: parameter.file }, 'schema')
    : document.child(parameter, 'schema');
  return {
    ...(schema && { schema }),
    isJson: media !== undefined && /[/+]json\b/u.test(media.key),
    ...(style !== undefined && { style }),
    ...(explode?.kind === 'scalar' && typeof explode.value === 'boolean' && { explode: explode.value }),
    allowsReserved: isTrueNode(childOf(node, 'allowReserved')),
  };
}

/** Keys of a parameter object of OpenAPI 2.0 that are no part of its schema. */
const parameterKeys: ReadonlySet<string> = new Set([
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
]);

/** In OpenAPI 2.0 a parameter is its own schema. */
export function schemaOfParameter({ node, file }: Located): Located {
  const entries = entriesOf(node).filter(({ key }) => !parameterKeys.has(key));
  return { node: mapNode(entries, node.location), file };
}

const oldStyles: ReadonlyMap<string, { readonly style: string; readonly explode: boolean }> = new Map([
  ['csv', { style: 'form', explode: false }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
  ['multi', { style: 'form', explode: true }],
]);

/** `collectionFormat` in the words of OpenAPI 3; lists are separated by commas unless it says otherwise. */
export function readCollectionFormat({ node }: Located): { readonly style?: string; readonly explode?: boolean } {
  if (stringAt(node, 'type') !== 'array') return {};
  return oldStyles.get(stringAt(node, 'collectionFormat') ?? 'csv') ?? {};
}

function readOldStyle(parameter: Located) {
  const isQuery = stringAt(parameter.node, 'in') === 'query';
  return {
    schema: schemaOfParameter(parameter),
    isJson: false,
    ...(isQuery && readCollectionFormat(parameter)),
    allowsReserved: false,
  };
}
