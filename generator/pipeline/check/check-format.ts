import { adviseUnquoting } from './advise-unquoting.js';
import type { ErrorObject } from 'ajv';
import { describeKeyword } from '../../../runtime/wire/describe-keyword.js';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, FixingHelp, Help } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import {
  entryOf,
  itemsOf,
  locateAt,
  nodeAt,
  splitPointer,
  stringifyNode,
  toJson,
  type SourceNode,
} from '../../core/source/source-node.js';
import { findKnownValidator } from '../../core/schema/known-validators.js';
import { isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';

/** Checks every definition file against the definition format. */
export function checkFormat(workspace: Workspace): readonly Diagnostic[] {
  const validate = findKnownValidator('format');
  return workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    if (!root || validate(JSON.parse(stringifyNode(root)))) return [];
    return (validate.errors ?? []).flatMap((error) => toDiagnostic(error, root) ?? []);
  });
}

function toDiagnostic(error: ErrorObject, root: SourceNode): Diagnostic | undefined {
  const path = splitPointer(error.instancePath);
  const node = nodeAt(root, path);
  const location = locateAt(root, path);
  const isItem = nodeAt(root, path.slice(0, -1))?.kind === 'sequence';
  const what = describePlace(path, isItem);
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      const help =
        key === '<<'
          ? 'YAML 1.2 does not support merge keys. Write out the keys.'
          : (removedKeys[[...path, key].join('.')] ??
            didYouMean(key, keysOf(error.parentSchema)) ??
            listKeys(error.parentSchema));
      const place = entryOf(node, key)?.keyLocation ?? location;
      return createDiagnostic('unknown-key', place, `The key \`${key}\` is not allowed here.`, { help });
    }
    case 'type': {
      const found = node ? describeType(toJson(node)) : 'nothing';
      const wanted = [error.params['type']].flat().join(' or ');
      // A `null` usually means that the value of a key is missing.
      const isUnquoted = wanted.includes('string') && node?.kind === 'scalar' && (node.value !== null || isItem);
      const help = isUnquoted
        ? wanted === 'string'
          ? quoteIt
          : quoteIt.text
        : (typeHelps[wanted]?.[found] ?? adviseUnquoting(wanted, node));
      const message = inFormat(root, `${what} ${describeKeyword(error)}, not ${articles[found] ?? found}.`);
      return createDiagnostic('wrong-type', node?.location ?? location, message, { help });
    }
    case 'required': {
      const key = String(error.params['missingProperty']);
      const code = key === 'description' ? 'missing-description' : 'missing-key';
      return createDiagnostic(code, location, `${what} has no \`${key}\`.`);
    }
    case 'dependentRequired': {
      const { property, missingProperty } = error.params as { property: string; missingProperty: string };
      const place = entryOf(node, property)?.keyLocation ?? location;
      return createDiagnostic('missing-key', place, `\`${property}\` also requires \`${missingProperty}\`.`);
    }
    case 'uniqueItems':
      return repeatedItem(error, node, what);
    case 'pattern':
      return error.propertyName === undefined
        ? invalidValue(error, node, what)
        : invalidName(error, error.propertyName, node);
    case 'not':
      return error.propertyName === undefined
        ? forbiddenValue(error, node, what)
        : invalidName(error, error.propertyName, node);
    case 'propertyNames':
    case 'if':
      return undefined;
    default:
      return invalidValue(error, node, what);
  }
}

/** Help for keys from earlier versions, by key path. */
const removedKeys: { readonly [path: string]: string } = {
  'package.configuration':
    'Declare the variables under `server.environment`, by name: `SHELF_KEY: { description: From your account page., secret: true }`. ' +
    'Variables without a default are required unless they have `required: false`. Write `type: file` and `type: directory` as `format: file` and `format: directory`.',
};

const quoteIt: FixingHelp = { text: 'Put quotes around it.', fix: { kind: 'quote' } };

/** Help for a value of the wrong type, by expected and actual type. */
const typeHelps: { readonly [wanted: string]: { readonly [found: string]: Help } } = {
  object: {
    array: 'Use `name:` keys instead of `- name`.',
    null: 'Write its keys on the following lines, indented further, or remove it.',
  },
  array: {
    object: 'Write a list: begin each item with `- `.',
    string: { text: 'Write a list, such as `[a, b]`.', fix: { kind: 'list' } },
    null: 'Write its items on the following lines, each after `- `, or remove it.',
  },
  string: {
    null: 'Write text, or remove the key. Text that begins with `#` needs quotes, because it would be a comment.',
  },
};

const articles: { readonly [type: string]: string } = {
  array: 'an array',
  boolean: 'a boolean',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** Adapts a sentence to the terms of the file format: YAML has mappings and lists. */
function inFormat({ location }: SourceNode, sentence: string): string {
  if (location.file.endsWith('.json')) return sentence;
  return sentence.replaceAll(/\ban object\b/gu, 'a mapping').replaceAll(/\ban array\b/gu, 'a list');
}

function describePlace(path: readonly string[], isItem: boolean): string {
  if (path.length === 0) return 'The definition';
  return isItem ? `An item of \`${path.at(-2)}\`` : `\`${path.at(-1)}\``;
}

/** Reports the second of two equal items. The validator reports them in either order. */
function repeatedItem(error: ErrorObject, node: SourceNode | undefined, what: string): Diagnostic {
  const { i, j } = error.params as { i: number; j: number };
  const [first, second] = [itemsOf(node)[Math.min(i, j)], itemsOf(node)[Math.max(i, j)]];
  const related = first && [{ message: 'first here', location: first.location }];
  const message = `An item of ${what} is repeated.`;
  return createDiagnostic('invalid-value', second?.location ?? node?.location, message, related && { related });
}

function invalidName({ parentSchema }: ErrorObject, name: string, node: SourceNode | undefined): Diagnostic {
  const help: string =
    parentSchema?.['description'] ?? 'A name must consist of 1 to 128 of the characters A-Z a-z 0-9 _ . -';
  return createDiagnostic('invalid-name', entryOf(node, name)?.keyLocation, `\`${name}\` is not a valid name.`, {
    help,
  });
}

function forbiddenValue(error: ErrorObject, node: SourceNode | undefined, what: string): Diagnostic {
  if (node?.kind !== 'scalar') return invalidValue(error, node, what);
  return createDiagnostic('invalid-value', node.location, `${what} cannot be ${JSON.stringify(node.value)}.`);
}

function invalidValue(error: ErrorObject, node: SourceNode | undefined, what: string): Diagnostic {
  const value = node?.kind === 'scalar' ? node.value : undefined;
  const allowed = error.keyword === 'enum' ? (error.params['allowedValues'] as unknown[]).map(String) : [];
  const meant = typeof value === 'string' ? didYouMean(value, allowed) : undefined;
  const isSize = /^(?:min|max)[A-Z]/u.test(error.keyword);
  const wanted = allowed.length > 0 ? `must be one of ${allowed.join(', ')}` : describeKeyword(error);
  const found = value === undefined || isSize ? '' : `, not ${JSON.stringify(value)}`;
  const description: unknown = error.parentSchema?.['description'];
  if (error.keyword === 'pattern' && typeof description === 'string') {
    // The description of a pattern is easier to understand than the pattern.
    const help = `${description} Pattern: \`${error.params['pattern']}\`.`;
    return createDiagnostic('invalid-value', node?.location, `${what} is invalid: ${JSON.stringify(value)}.`, {
      help,
    });
  }
  return createDiagnostic('invalid-value', node?.location, `${what} ${wanted}${found}.`, { help: meant });
}

interface ParentSchema {
  readonly properties?: object;
}

function keysOf(parentSchema: object | undefined): readonly string[] {
  return Object.keys((parentSchema as ParentSchema | undefined)?.properties ?? {});
}

function listKeys(parentSchema: object | undefined): string {
  const keys = keysOf(parentSchema).filter((key) => key !== '$schema');
  return `Allowed keys: ${keys.join(', ')}.`;
}

/** Returns the JSON Schema type of a value. */
function describeType(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  return typeof value;
}
