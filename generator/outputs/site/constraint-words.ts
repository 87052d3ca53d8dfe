import { arrayAt, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import { code, joinLines, text, type Inline, type Line } from '../../feature-kit/pages/document.js';
import { shortJson } from './pretty-json.js';

type Words = (value: Json) => Line;

const words =
  (before: string): Words =>
  (value) => [text(before), code(shortJson(value))];
const count =
  (before: string, noun: string): Words =>
  (value) => [text(before), text(shortJson(value)), text(value === 1 ? ` ${noun}` : ` ${noun}s`)];
const raw =
  (before: string): Words =>
  (value) => [text(before), code(typeof value === 'string' ? value.slice(0, maxPattern) : shortJson(value))];
const flag =
  (sentence: string): Words =>
  (value) =>
    value === true ? [text(sentence)] : [];

const maxPattern = 300;

/** Phrases for keywords that restrict a value and are not part of its type, in output order. */
const constraints: ReadonlyMap<string, Words> = new Map([
  ['format', raw('format ')],
  ['minLength', count('at least ', 'character')],
  ['maxLength', count('at most ', 'character')],
  ['pattern', raw('matches ')],
  ['minimum', words('at least ')],
  ['exclusiveMinimum', words('more than ')],
  ['maximum', words('at most ')],
  ['exclusiveMaximum', words('less than ')],
  ['multipleOf', words('a multiple of ')],
  ['minItems', count('at least ', 'item')],
  ['maxItems', count('at most ', 'item')],
  ['uniqueItems', flag('unique items')],
  ['minProperties', count('at least ', 'member')],
  ['maxProperties', count('at most ', 'member')],
  ['contentMediaType', raw('content is ')],
  ['contentEncoding', raw('encoded as ')],
  ['readOnly', flag('only in results')],
  ['writeOnly', flag('only in requests')],
  ['deprecated', flag('deprecated')],
]);

/** Keywords that are shown verbatim. */
const complex: readonly string[] = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'propertyNames',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
];

/** Maximum length of the JSON of a keyword that is shown verbatim, in characters. */
const maxComplex = 300;

/** Describes the constraints of a value, followed by its default and examples. Returns `[]` if there are none. */
export function constraintWords(schema: JsonObject, defaultLabel: string): Line {
  const said = [...constraints].flatMap(([keyword, say]) => {
    const value = schema.get(keyword);
    const line = value === undefined || value === false ? [] : say(value);
    return line.length === 0 ? [] : [line];
  });
  const conditions = [...complex.flatMap((keyword) => showKeyword(schema, keyword)), ...demands(schema)];
  const rules = joinLines([...said, ...conditions], ', ');
  const sentences: Line[] = rules.length === 0 ? [] : [[...capitalize(rules), text('.')]];
  const defaultValue = schema.get('default');
  if (defaultValue !== undefined) sentences.push([text(`${defaultLabel}: `), code(shortJson(defaultValue)), text('.')]);
  const examples = arrayAt(schema, 'examples').slice(0, maxExamples);
  if (examples.length > 0) {
    const values = examples.filter((value) => !isJsonObject(value)).map((value) => [code(shortJson(value))]);
    if (values.length > 0) sentences.push([text('For example '), ...joinLines(values, ', '), text('.')]);
  }
  return joinLines(sentences, ' ');
}

const maxExamples = 3;

function showKeyword(schema: JsonObject, keyword: string): readonly Line[] {
  const value = schema.get(keyword);
  if (value === undefined) return [];
  const json = stringifyJson(value);
  return [[code(keyword), text(' '), code(json.length > maxComplex ? `${json.slice(0, maxComplex)}…` : json)]];
}

/** Describes alternatives that only require groups of properties: one group must be given. */
function demands(schema: JsonObject): readonly Line[] {
  if (!schema.has('type')) return [];
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const groups = arrayAt(schema, keyword).flatMap((part) =>
      isJsonObject(part) && part.size === 1 && part.has('required') ? [arrayAt(part, 'required')] : [],
    );
    if (groups.length === 0) return [];
    const named = groups.map((names) =>
      joinLines(
        names.map((name) => [code(String(name))]),
        ' and ',
      ),
    );
    return [[text(keyword === 'oneOf' ? 'exactly one of: ' : 'at least one of: '), ...joinLines(named, '; ')]];
  });
}

function capitalize(line: Line): readonly Inline[] {
  const [first, ...rest] = line;
  if (first?.kind !== 'text') return line;
  return [text(`${first.text[0]?.toUpperCase() ?? ''}${first.text.slice(1)}`), ...rest];
}
