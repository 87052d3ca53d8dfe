import type { ErrorObject } from 'ajv';
import { describeKeyword } from '../../../runtime/wire/describe-keyword.js';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  locateAt,
  nodeAt,
  splitPointer,
  stringAt,
  stringifyNode,
} from '../../core/source/source-node.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { Dialect } from '../../core/model/model.js';
import { explainUnmatchable, findSlowGrowth } from '../../core/pattern/find-slow-pattern.js';
import { parseDialect } from '../../core/schema/dialect.js';
import { knownKeywords } from '../../core/schema/keywords.js';
import { findKnownValidator } from '../../core/schema/known-validators.js';
import { visitSchemas } from '../../core/schema/visit-schemas.js';
import { adviseUnquoting } from './advise-unquoting.js';

/** Checks a schema against the metaschema of its dialect, and for likely mistakes that the metaschema allows. */
export function checkSchema(node: SourceNode, dialect: Dialect): readonly Diagnostic[] {
  const unsupported = checkDialect(node);
  if (unsupported.length > 0) return unsupported;
  const invalid = checkAgainstMetaschema(node, JSON.parse(stringifyNode(node)), dialect);
  return [...invalid, ...visitSchemas(node).flatMap(({ node: part }) => checkPart(part))];
}

function checkPart(node: SourceNode): readonly Diagnostic[] {
  return [...checkKeywords(node), ...checkRequired(node), ...checkPatterns(node)];
}

function checkDialect(node: SourceNode): readonly Diagnostic[] {
  const declared = stringAt(node, '$schema');
  if (declared === undefined || parseDialect(declared) !== undefined) return [];
  const help =
    'Supported dialects: `https://json-schema.org/draft/2020-12/schema` (the default) and `http://json-schema.org/draft-07/schema#`.';
  const location = childOf(node, '$schema')?.location;
  return [createDiagnostic('unsupported-dialect', location, `The dialect \`${declared}\` is not supported.`, { help })];
}

function checkAgainstMetaschema(node: SourceNode, schema: unknown, dialect: Dialect): readonly Diagnostic[] {
  const validate = findKnownValidator(dialect);
  if (validate(schema)) return [];
  return keepMostSpecific(validate.errors ?? []).map((error) => toDiagnostic(error, node));
}

/** Keeps the most specific error per place, because each alternative of the metaschema reports its own errors. */
function keepMostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const byPlace = new Map<string, ErrorObject>();
  for (const error of errors) {
    const place = /\/type\/\d+$/u.test(error.instancePath)
      ? error.instancePath.replace(/\/\d+$/u, '')
      : error.instancePath;
    const previous = byPlace.get(place);
    if (!previous || rank(error) > rank(previous)) byPlace.set(place, error);
  }
  return [...byPlace.values()];
}

function rank({ keyword }: ErrorObject): number {
  return ['anyOf', 'oneOf', 'allOf', 'if', '$dynamicRef', '$ref'].indexOf(keyword) === -1 ? 1 : 0;
}

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function toDiagnostic(error: ErrorObject, root: SourceNode): Diagnostic {
  const path = splitPointer(error.instancePath);
  const node = nodeAt(root, path);
  const location = node?.kind === 'scalar' ? node.location : locateAt(root, path);
  // The path does not show whether the value is a type, because a property can also be named `type`.
  const isType = error.keyword === 'enum';
  if (isType && node?.kind === 'scalar') {
    const help = didYouMean(String(node.value), typeNames) ?? `The types are ${typeNames.join(', ')}.`;
    return createDiagnostic('invalid-schema', location, `\`${node.value}\` is not a JSON Schema type.`, { help });
  }
  const what = path.length === 0 ? 'The schema' : `\`${path.at(-1)}\``;
  const message = `${what} ${describeKeyword(error, String(path.at(-1) ?? ''))}.`;
  const help = error.keyword === 'type' ? adviseUnquoting([error.params['type']].flat().join(' '), node) : undefined;
  return createDiagnostic('invalid-schema', location, message, { help });
}

function checkKeywords(node: SourceNode): readonly Diagnostic[] {
  return entriesOf(node).flatMap(({ key, keyLocation, value }) => {
    if (knownKeywords.has(key) || /^(x-|\$)/u.test(key)) return [];
    if (key === 'nullable' && value.kind === 'scalar' && value.value === true) {
      const message = 'JSON Schema has no `nullable`. The served schema also accepts `null`.';
      const help = "Write the type as a list: `type: [string, 'null']`.";
      return [createDiagnostic('unknown-keyword', keyLocation, message, { help })];
    }
    // Example: `{ description: one, two }` has the keys `description` and `two`.
    const isTorn = /\s/u.test(key) && value.kind === 'scalar' && value.value === null;
    const help = isTorn
      ? 'In braces, a comma ends a value. Put quotes around the text.'
      : didYouMean(key, knownKeywords);
    if (help === undefined) return [];
    return [createDiagnostic('unknown-keyword', keyLocation, `\`${key}\` is not a JSON Schema keyword.`, { help })];
  });
}

function checkRequired(node: SourceNode): readonly Diagnostic[] {
  const properties = childOf(node, 'properties');
  const isOpen = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'additionalProperties'];
  if (!properties || isOpen.some((key) => entryOf(node, key) && !isFalse(childOf(node, key)))) return [];
  const declared = entriesOf(properties).map(({ key }) => key);
  return itemsOf(childOf(node, 'required')).flatMap((item) => {
    if (item.kind !== 'scalar' || typeof item.value !== 'string' || declared.includes(item.value)) return [];
    const help = didYouMean(item.value, declared);
    const message = `\`${item.value}\` is required but not declared as a property.`;
    return [createDiagnostic('undeclared-required', item.location, message, { help })];
  });
}

/** Checks regular expressions, which the metaschema does not validate. */
function checkPatterns(node: SourceNode): readonly Diagnostic[] {
  const pattern = entryOf(node, 'pattern');
  const places = [
    ...(pattern?.value.kind === 'scalar' ? [{ text: pattern.value.value, location: pattern.value.location }] : []),
    ...entriesOf(childOf(node, 'patternProperties')).map(({ key, keyLocation }) => ({
      text: key,
      location: keyLocation,
    })),
  ];
  return places.flatMap(({ text, location }) => {
    if (typeof text !== 'string') return [];
    if (isRegularExpression(text)) return checkGrowth(text, location);
    const help = 'Write an ECMAScript regular expression that is valid with the flag `u`.';
    return [createDiagnostic('invalid-schema', location, `\`${text}\` is not a valid regular expression.`, { help })];
  });
}

/**
 * Reports a pattern that is slow in other engines. The server matches such a pattern in linear time, or else does not support it.
 */
function checkGrowth(text: string, location: SourceLocation): readonly Diagnostic[] {
  const reason = explainUnmatchable(text);
  if (reason !== undefined) {
    const message = `Pattern \`${text}\` is prone to ReDoS and cannot be matched in linear time: ${reason}.`;
    const help = 'Avoid backreferences and long repetitions, or remove the pattern and check the value in the handler.';
    return [createDiagnostic('unmatchable-pattern', location, message, { help })];
  }
  const growth = findSlowGrowth(text);
  if (growth === undefined || growth === 'unknown') return [];
  const message = `Pattern \`${text}\` is prone to ReDoS (${growth} backtracking).`;
  const separate = 'Two repetitions can match the same characters. Separate them with a character that neither matches';
  const help = `${separate}${text.startsWith('^') ? '.' : ', or begin with `^`.'}`;
  return [createDiagnostic('slow-pattern', location, message, { help })];
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isFalse(node: SourceNode | undefined): boolean {
  return node?.kind === 'scalar' && node.value === false;
}
