import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { defined } from '../model/defined.js';
import { entryFor, mapNode, scalarNode } from '../source/make-node.js';
import { booleanAt } from '../source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import type { ApiOperation } from './operations.js';

/** A parameter in the terms of OpenAPI 3, for documents of any version. */
export interface ApiParameter {
  readonly name: string;
  readonly place: (typeof places)[number];
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string;
  readonly schema?: Located;
  /** Sent as JSON text. */
  readonly isJson: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowsReserved: boolean;
  readonly location: SourceLocation;
}

const places = ['path', 'query', 'header', 'cookie', 'querystring'] as const;

/** Headers that OpenAPI does not allow as parameters: media types and security schemes describe them. */
const otherHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** The parameter objects of an operation, references followed. Those of the operation replace those of its path. */
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
 * Reads the parameters of an operation. A path parameter that the document does not describe is added as a required string; a
 * described one that the path does not have is left out.
 */
export function readParameters(document: ApiDocument, operation: ApiOperation): readonly ApiParameter[] {
  const given = listParameterObjects(document, operation).flatMap((located) => readParameter(document, located));
  const described = new Set(given.flatMap(({ place, name }) => (place === 'path' ? [name] : [])));
  const inPath = new Set(splitPath(operation.path, described).flatMap(({ name }) => name ?? []));
  const declared = given.filter((parameter) => {
    if (parameter.place !== 'path' || inPath.has(parameter.name)) return true;
    document.warn('invalid-api', parameter.location, `\`${operation.path}\` has no \`{${parameter.name}}\`.`);
    return false;
  });
  const undescribed = [...inPath].filter((name) => !described.has(name));
  return [...undescribed.map((name) => assumeParameter(document, operation, name)), ...declared];
}

function assumeParameter(document: ApiDocument, { path, location }: ApiOperation, name: string): ApiParameter {
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
  const given = stringAt(node, 'in') ?? '';
  const place = places.find((known) => known === given);
  if (place === 'header' && otherHeaders.has(name.toLowerCase())) return [];
  if (!place) {
    const isBody = document.version === '2.0' && (given === 'body' || given === 'formData');
    if (!isBody) {
      const location = childOf(node, 'in')?.location ?? node.location;
      document.warn('invalid-api', location, `\`${given}\` is no place for a parameter; it is left out.`);
    }
    return [];
  }
  return [
    {
      name,
      place,
      isRequired: place === 'path' || booleanAt(node, 'required') === true,
      isDeprecated: booleanAt(node, 'deprecated') === true,
      ...defined({ description: stringAt(node, 'description') }),
      location: node.location,
      ...(document.version === '2.0' ? readOldStyle(parameter) : readStyle(document, parameter)),
    },
  ];
}

function readStyle(document: ApiDocument, parameter: Located) {
  const { node } = parameter;
  const [media] = document.entries(parameter, 'content');
  const schema = document.child(media?.value ?? parameter, 'schema');
  return {
    ...defined({ schema, style: stringAt(node, 'style'), explode: booleanAt(node, 'explode') }),
    isJson: media !== undefined && /[/+]json\b/u.test(media.key),
    allowsReserved: booleanAt(node, 'allowReserved') === true,
  };
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

/** Keys of an OpenAPI 2.0 parameter object that are not part of its schema. */
const parameterKeys: ReadonlySet<string> = new Set(
  'name in required description collectionFormat allowEmptyValue'.split(' '),
);

/** The schema of an OpenAPI 2.0 parameter: the parameter object itself, without the other keys. */
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

/** `collectionFormat` of OpenAPI 2.0 as style and explode of OpenAPI 3. Default for lists: `csv`. */
export function readCollectionFormat({ node }: Located): { readonly style?: string; readonly explode?: boolean } {
  if (stringAt(node, 'type') !== 'array') return {};
  return oldStyles.get(stringAt(node, 'collectionFormat') ?? 'csv') ?? {};
}

/** A piece of a path template: text, or a parameter. */
export interface PathPiece {
  readonly text: string;
  /** Name of the parameter. */
  readonly name?: string;
}

/**
 * Splits a path template into text and parameters. Gateways and frameworks write more than the name between the braces
 * (`{proxy+}`, `{id:[0-9]+}`, `{;list*}`): the additions are ignored when the bare name is described.
 *
 * @param described Names of the path parameters that the document describes.
 */
export function splitPath(path: string, described: ReadonlySet<string>): readonly PathPiece[] {
  return path
    .split(/(\{[^{}]+\})/u)
    .filter((text) => text !== '')
    .map((text) => (/^\{.+\}$/u.test(text) ? { text, name: readName(text.slice(1, -1), described) } : { text }));
}

function readName(written: string, described: ReadonlySet<string>): string {
  if (described.has(written)) return written;
  const bare = written.replace(/^[.;/?&#+]/u, '').replace(/(?:[*+]|:.*)$/u, '');
  return described.has(bare) ? bare : written;
}
