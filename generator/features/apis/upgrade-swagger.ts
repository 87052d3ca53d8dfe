import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import type { ApiOperation } from './operations.js';
import { itemSeparatorsKey, listParameters, listSeparatorKey } from './parameters.js';

/** Upgrades the root of an OpenAPI 2.0 (Swagger) document to OpenAPI 3, with `servers` and `components`. */
export function upgradeRoot(root: SourceNode): SourceNode {
  const { location } = root;
  const server = mapNode([entryFor('url', scalarNode(readUrl(root), location))], location);
  const schemes = childOf(root, 'securityDefinitions') ?? mapNode([], location);
  return replaceEntries(root, [
    entryFor('servers', sequenceNode([server], location)),
    entryFor('components', mapNode([entryFor('securitySchemes', schemes)], location)),
  ]);
}

function readUrl(root: SourceNode): string {
  const host = stringAt(root, 'host');
  const basePath = stringAt(root, 'basePath') ?? '/';
  if (host === undefined) return basePath;
  const schemes = scalarTextsAt(root, 'schemes');
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : schemes[0];
  return `${scheme}://${host}${basePath === '/' ? '' : basePath}`;
}

/**
 * Upgrades an OpenAPI 2.0 operation to OpenAPI 3: adds the parameters of its path, and replaces body parameters with `requestBody`.
 */
export function upgradeOperation(document: ApiDocument, given: ApiOperation): ApiOperation {
  const { operation, pathItem } = given;
  const { location } = operation;
  const mediaTypes = (key: string) => {
    const types = scalarTextsAt(childOf(operation, key) ? operation : document.root, key);
    return types.length > 0 ? types : ['application/json'];
  };
  const all = listParameters(document, given);
  const inPlace = (place: string) => all.filter((parameter) => stringAt(parameter, 'in') === place);
  const [whole] = inPlace('body');
  const fields = inPlace('formData');
  const parameters = all.filter((parameter) => !['body', 'formData'].includes(stringAt(parameter, 'in') ?? ''));
  const responses = document.entries(operation, 'responses').map((entry) => {
    const response = document.peek(entry.value);
    const schema = childOf(response, 'schema');
    return { ...entry, value: schema ? describeContent(response, mediaTypes('produces'), schema) : response };
  });
  const body = whole
    ? describeContent(whole, mediaTypes('consumes'), childOf(whole, 'schema'))
    : describeForm(fields, mediaTypes('consumes'));
  return {
    ...given,
    pathItem: replaceEntries(pathItem, [entryFor('parameters', sequenceNode([], location))]),
    operation: replaceEntries(operation, [
      entryFor('parameters', sequenceNode(parameters.map(upgradeParameter), location)),
      entryFor('responses', mapNode(responses, location)),
      ...(body ? [entryFor('requestBody', body)] : []),
    ]),
  };
}

function upgradeParameter(parameter: SourceNode): SourceNode {
  const style = stringAt(parameter, 'in') === 'query' ? readStyle(parameter) : readSeparator(parameter);
  return replaceEntries(parameter, [entryFor('schema', schemaOf(parameter)), ...style, ...readItemStyles(parameter)]);
}

/** Describes a body or response with `content`: one schema for all media types. */
function describeContent(
  owner: SourceNode,
  mediaTypes: readonly string[],
  schema: SourceNode | undefined,
  encoding: readonly MapEntry[] = [],
): SourceNode {
  const { location } = owner;
  const media = mapNode([...(schema ? [entryFor('schema', schema)] : []), ...encoding], location);
  const content = mapNode(
    mediaTypes.map((mediaType) => entryFor(mediaType, media)),
    location,
  );
  return replaceEntries(owner, [entryFor('content', content)]);
}

/** Describes a form body as an object schema with a property for each field. */
function describeForm(fields: readonly SourceNode[], mediaTypes: readonly string[]): SourceNode | undefined {
  const [first] = fields;
  if (!first) return undefined;
  const { location } = first;
  const eachField = (describe: (field: SourceNode) => SourceNode) =>
    mapNode(
      fields.map((field) => entryFor(stringAt(field, 'name') ?? '', describe(field))),
      location,
    );
  const required = fields.filter((field) => booleanAt(field, 'required') === true);
  const names = required.map((field) => scalarNode(stringAt(field, 'name') ?? '', location));
  const schema = mapNode(
    [
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', eachField(describeField)),
      entryFor('required', sequenceNode(names, location)),
    ],
    location,
  );
  const hasFile = fields.some((field) => stringAt(field, 'type') === 'file');
  const isMultipart = hasFile || mediaTypes.includes('multipart/form-data');
  const mediaType = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const encoding = entryFor(
    'encoding',
    eachField((field) => mapNode([...readStyle(field), ...readItemStyles(field)], location)),
  );
  const owner = mapNode([entryFor('required', scalarNode(names.length > 0, location))], location);
  return describeContent(owner, [mediaType], schema, [encoding]);
}

function describeField(field: SourceNode): SourceNode {
  const description = entryOf(field, 'description');
  return replaceEntries(schemaOf(field), description ? [description] : []);
}

/** Parameter keys that are not part of its schema. */
const parameterKeys: ReadonlySet<string> = new Set(
  'name in required description collectionFormat allowEmptyValue'.split(' '),
);

function schemaOf(parameter: SourceNode): SourceNode {
  const entries = entriesOf(parameter).filter(({ key }) => !parameterKeys.has(key));
  return mapNode(entries, parameter.location);
}

/** Style and `explode` by `collectionFormat`. */
const styles: ReadonlyMap<string, readonly [style: string, explode: boolean]> = new Map([
  ['csv', ['form', false]],
  ['ssv', ['spaceDelimited', false]],
  ['tsv', ['tabDelimited', false]],
  ['pipes', ['pipeDelimited', false]],
  ['multi', ['form', true]],
]);

function readStyle(parameter: SourceNode): readonly MapEntry[] {
  if (stringAt(parameter, 'type') !== 'array') return [];
  const [style, explode] = styles.get(stringAt(parameter, 'collectionFormat') ?? 'csv') ?? [];
  if (style === undefined || explode === undefined) return [];
  const { location } = parameter;
  return [entryFor('style', scalarNode(style, location)), entryFor('explode', scalarNode(explode, location))];
}

/** Separators of nested lists by `collectionFormat`. */
const separators: ReadonlyMap<string, string> = new Map([
  ['csv', ','],
  ['ssv', ' '],
  ['tsv', '\t'],
  ['pipes', '|'],
]);

/** Reads the list separator in a path or header, where every style uses commas. */
function readSeparator(parameter: SourceNode): readonly MapEntry[] {
  const format = stringAt(parameter, 'collectionFormat');
  const separator = format === undefined || format === 'csv' ? undefined : separators.get(format);
  if (separator === undefined || stringAt(parameter, 'type') !== 'array') return [];
  return [entryFor(listSeparatorKey, scalarNode(separator, parameter.location))];
}

/** Reads the separators of nested lists in a list parameter, outermost first. */
function readItemStyles(parameter: SourceNode): readonly MapEntry[] {
  const found: SourceNode[] = [];
  let items = childOf(parameter, 'items');
  while (items && stringAt(items, 'type') === 'array') {
    found.push(scalarNode(separators.get(stringAt(items, 'collectionFormat') ?? 'csv') ?? ',', items.location));
    items = childOf(items, 'items');
  }
  return found.length === 0 ? [] : [entryFor(itemSeparatorsKey, sequenceNode(found, parameter.location))];
}

function replaceEntries(node: SourceNode, entries: readonly MapEntry[]): MapNode {
  const replaced = new Set(entries.map(({ key }) => key));
  const kept = entriesOf(node).filter(({ key }) => !replaced.has(key));
  return mapNode([...kept, ...entries], node.location);
}
