import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { defined, type Json } from '../../core/model/json.js';
import { entryFor, mapNode, scalarNode } from '../../core/source/make-node.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { readExamples } from './argument-examples.js';
import type { ApiOperation } from './operations.js';

/** Parameter of an operation. */
export interface ApiParameter {
  readonly name: string;
  readonly place: (typeof places)[number];
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description?: string;
  readonly schema?: SourceNode;
  /** Whether the value is sent as JSON. */
  readonly isJson: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowsReserved: boolean;
  /** Separators of nested lists, outermost first. */
  readonly itemSeparators: readonly string[];
  /** Separator of the list, if it differs from the separator of its style. */
  readonly listSeparator?: string;
  readonly examples: readonly Json[];
  readonly location: SourceLocation;
}

/** Key of {@link ApiParameter.itemSeparators} in parameters and encodings that come from OpenAPI 2.0. */
export const itemSeparatorsKey = 'x-item-separators';

/** Key of {@link ApiParameter.listSeparator} in parameters that come from OpenAPI 2.0. */
export const listSeparatorKey = 'x-list-separator';

const places = ['path', 'query', 'header', 'cookie', 'querystring'] as const;

/** Headers that OpenAPI does not allow as parameters, because media types and security schemes describe them. */
const otherHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/**
 * Lists the parameter objects of an operation with their references resolved. Parameters of the operation override the
 * parameters of its path.
 */
export function listParameters(document: ApiDocument, { operation, pathItem }: ApiOperation): readonly SourceNode[] {
  const found = new Map<string, SourceNode>();
  const items = [pathItem, operation].flatMap((owner) => itemsOf(document.child(owner, 'parameters')));
  for (const item of items) {
    const parameter = document.follow(item);
    if (!parameter) continue;
    const name = stringAt(parameter, 'name');
    const place = stringAt(parameter, 'in');
    if (name === undefined || place === undefined) {
      document.warn('invalid-api', item.location, 'A parameter needs `name` and `in`; this one is skipped.');
    } else {
      found.set(`${place} ${name}`, parameter);
    }
  }
  return [...found.values()];
}

/**
 * Reads the parameters of an operation. Adds undeclared path parameters as required strings. Omits declared path
 * parameters that the path does not contain, and parameters that `headers` or `auth` of the definition sets.
 */
export function readParameters(document: ApiDocument, operation: ApiOperation): readonly ApiParameter[] {
  const settings = document.entry?.node;
  const auth = childOf(settings, 'auth');
  const fixed = new Set(entriesOf(childOf(settings, 'headers')).map(({ key }) => `header ${key.toLowerCase()}`));
  fixed.add(`${stringAt(auth, 'in')} ${stringAt(auth, 'name')?.toLowerCase()}`);
  const listed = listParameters(document, operation)
    .flatMap((node) => readParameter(document, node) ?? [])
    .filter(({ place, name }) => !fixed.has(`${place} ${name.toLowerCase()}`));
  const described = new Set(listed.flatMap(({ place, name }) => (place === 'path' ? [name] : [])));
  const inPath = new Set(splitPath(operation.path, described).flatMap(({ name }) => name ?? []));
  warnOfBraces(document, operation, described);
  const declared = listed.filter((parameter) => {
    if (parameter.place !== 'path' || inPath.has(parameter.name)) return true;
    document.warn(
      'invalid-api',
      parameter.location,
      `The path \`${operation.path}\` has no \`{${parameter.name}}\`; the parameter is skipped.`,
    );
    return false;
  });
  const undescribed = [...inPath].filter((name) => !described.has(name));
  return [...undescribed.map((name) => assumeParameter(document, operation, name)), ...declared];
}

function assumeParameter(document: ApiDocument, { path, location }: ApiOperation, name: string): ApiParameter {
  const message = `The parameter \`{${name}}\` of \`${path}\` is not declared; it becomes a string.`;
  document.warn('invalid-api', location, message);
  const schema = mapNode([entryFor('type', scalarNode('string', location))], location);
  const flags = {
    isRequired: true,
    isDeprecated: false,
    isJson: false,
    allowsReserved: false,
    itemSeparators: [],
    examples: [],
  };
  return { name, place: 'path', ...flags, schema, location };
}

function readParameter(document: ApiDocument, node: SourceNode): ApiParameter | undefined {
  const name = stringAt(node, 'name') ?? '';
  const rawPlace = stringAt(node, 'in') ?? '';
  const place = places.find((candidate) => candidate === rawPlace);
  if (place === 'header' && otherHeaders.has(name.toLowerCase())) return undefined;
  if (!place) {
    const location = childOf(node, 'in')?.location ?? node.location;
    document.warn('invalid-api', location, `\`in: ${rawPlace}\` is not allowed; the parameter is skipped.`);
    return undefined;
  }
  const [media] = document.entries(node, 'content');
  return {
    name,
    place,
    isRequired: place === 'path' || booleanAt(node, 'required') === true,
    isDeprecated: booleanAt(node, 'deprecated') === true,
    isJson: media !== undefined && /[/+]json\b/u.test(media.key),
    allowsReserved: booleanAt(node, 'allowReserved') === true && mayAllowReserved(document, place),
    itemSeparators: scalarTextsAt(node, itemSeparatorsKey),
    examples: readExamples(document, media ? document.follow(media.value) : node),
    ...defined({
      description: stringAt(node, 'description'),
      schema: childOf(media?.value ?? node, 'schema'),
      style: stringAt(node, 'style'),
      explode: booleanAt(node, 'explode'),
      listSeparator: stringAt(node, listSeparatorKey),
    }),
    location: node.location,
  };
}

/** Path parameters support `allowReserved` as of OpenAPI 3.2. */
function mayAllowReserved({ root }: ApiDocument, place: string): boolean {
  return place === 'query' || (place === 'path' && /^3\.(?:[2-9]|\d\d)/u.test(stringAt(root, 'openapi') ?? ''));
}

/** Piece of a path template: text or a parameter. */
interface PathPiece {
  readonly text: string;
  /** Parameter name. */
  readonly name?: string;
}

/** Warns of an unmatched brace in the text of a path. */
function warnOfBraces(document: ApiDocument, { path, location }: ApiOperation, described: ReadonlySet<string>): void {
  const isBroken = splitPath(path, described).some(({ name, text }) => name === undefined && /[{}]/u.test(text));
  if (!isBroken) return;
  const text = `The path \`${path}\` has an unmatched brace, which is sent literally.`;
  document.warn('invalid-api', location, text, { help: 'Write `{name}`.' });
}

/**
 * Splits a path template into text and parameters. Gateways and frameworks add text to the name between the braces
 * (`{proxy+}`, `{id:[0-9]{2}}`, `{;list*}`). Ignores an expression after the name, and other additions if the bare name
 * is declared.
 *
 * @param described Names of the declared path parameters.
 */
export function splitPath(path: string, described: ReadonlySet<string>): readonly PathPiece[] {
  const pieces: PathPiece[] = [];
  let text = '';
  for (let at = 0; at < path.length;) {
    const length = path[at] === '{' ? measurePlaceholder(path, at) : 0;
    if (length === 0) {
      text += path[at++];
      continue;
    }
    const written = path.slice(at, at + length);
    if (text !== '') pieces.push({ text });
    pieces.push({ text: written, name: readName(written.slice(1, -1), described) });
    text = '';
    at += length;
  }
  return text === '' ? pieces : [...pieces, { text }];
}

/** Maximum number of characters in a placeholder with an expression. */
const maxExpression = 1_000;

/**
 * Returns the length of a placeholder with its braces; 0 if none begins here. An expression after the name can contain
 * braces.
 */
function measurePlaceholder(path: string, start: number): number {
  const [plain] = matchAt(/\{[^{}]+\}/uy, path, start);
  const [name = ''] = matchAt(/\{[^{}:/]+:/uy, path, start);
  if (name === '' || plain?.endsWith(':}') === true) return plain?.length ?? 0;
  let depth = 1;
  const end = Math.min(path.length, start + maxExpression);
  for (let at = start + name.length; at < end; at++) {
    const character = path[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1 - start;
  }
  return plain?.length ?? 0;
}

function matchAt(pattern: RegExp, text: string, start: number): readonly (string | undefined)[] {
  pattern.lastIndex = start;
  return pattern.exec(text) ?? [];
}

function readName(written: string, described: ReadonlySet<string>): string {
  if (described.has(written)) return written;
  const withoutPattern = written.replace(/:.*/su, '');
  const bare = withoutPattern.replace(/^[.;/?&#+]/u, '').replace(/[*+]$/u, '');
  return described.has(bare) ? bare : withoutPattern === '' ? written : withoutPattern;
}
