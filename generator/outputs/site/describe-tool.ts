import { features } from '../../features.js';
import { isJsonObject, jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import type { DescriptorModel, ExampleModel, Model, ToolModel } from '../../core/model/model.js';
import { describeImplementation } from '../inspect/describe-implementation.js';
import { describeFields, type FieldOptions } from './describe-fields.js';
import type { SchemaBook } from './collect-shapes.js';
import {
  code,
  paragraph,
  strong,
  text,
  type Block,
  type Line,
  type SectionBlock,
  listCodes,
} from '../../feature-kit/pages/document.js';
import { parseLine, parseText } from '../../feature-kit/pages/parse-text.js';
import { prettyJson } from './pretty-json.js';
import type { SiteDetail } from '../../feature-kit/pages/site-detail.js';
import { scopesPart } from '../../features/auth/scopes-part.js';

/** Context for the section of a tool. */
interface ToolContext {
  readonly model: Model;
  readonly book: SchemaBook;
  readonly detail: SiteDetail;
  /** ID of the section. */
  readonly id: string;
  readonly isFolded: boolean;
}

/** Maximum number of example calls per tool. */
const maxExamples = 5;

/** Describes a tool: purpose, effects, input, result and example calls. */
export function describeTool(tool: ToolModel, { model, book, detail, id, isFolded }: ToolContext): SectionBlock {
  const title = tool.title === undefined || tool.title === tool.name ? [] : [text(` ${tool.title}`)];
  const options: FieldOptions = {
    book,
    ...(tool.advertisesDefaultsOnly && { defaultLabel: 'Default of the API' }),
  };
  const facts = listFacts(tool, model);
  const input: readonly Block[] = detail.hasInputs
    ? [...paragraph(strong('Input')), ...describeInput(tool, options)]
    : [];
  return {
    kind: 'section',
    id,
    heading: [code(tool.name), ...title],
    isFolded,
    blocks: [
      ...parseText(tool.description ?? ''),
      ...(facts.length === 0 ? [] : [{ kind: 'list', items: facts } as const]),
      ...input,
      ...(detail.hasOutputs ? describeResult(tool, options) : []),
      ...(detail.hasExamples ? describeExamples(tool) : []),
    ],
  };
}

function describeInput({ input }: ToolModel, options: FieldOptions): readonly Block[] {
  const { schema } = input;
  const properties = isJsonObject(schema) ? schema.get('properties') : undefined;
  const isPlain = isJsonObject(schema) && [...schema.keys()].every((key) => emptyKeywords.has(key));
  if (isPlain && (!isJsonObject(properties) || properties.size === 0)) return paragraph(text('No input.'));
  return describeFields(schema, options);
}

/** Keywords that are irrelevant to readers if an input schema has no fields. */
const emptyKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'additionalProperties',
  'required',
  '$schema',
]);

function describeResult({ output, returns }: ToolModel, options: FieldOptions): readonly Block[] {
  if (output && !returns) return [...paragraph(strong('Result')), ...describeFields(output.schema, options)];
  if (returns && returns.length > 0) {
    const form = output
      ? ': an object, and text with one line for each of these.'
      : ': text with one line for each of these.';
    const named = returns.flatMap(({ name, value }) => {
      const schema: JsonObject = jsonObjectOf({ properties: new Map([[name, value.schema]]) });
      return describeFields(schema, options);
    });
    return [...paragraph(strong('Result'), text(form)), ...named];
  }
  return paragraph(strong('Result'), text(': content for the model, without a fixed structure.'));
}

function describeExamples({ name, output, returns, examples = [] }: ToolModel): readonly Block[] {
  const hasText = output === undefined || returns !== undefined;
  const shown = examples.slice(0, maxExamples).flatMap((example) => describeExample(name, example, hasText));
  const left = examples.length - maxExamples;
  return [...shown, ...(left > 0 ? paragraph(text(`The definition has ${left} more examples.`)) : [])];
}

function describeExample(name: string, example: ExampleModel, hasText: boolean): readonly Block[] {
  const { title, input, output } = example;
  const call = jsonObjectOf({ name, arguments: input });
  const result = (): readonly Block[] => {
    if (output === undefined) return [];
    if (hasText && typeof output === 'string') return [{ kind: 'code', language: 'text', text: output }];
    return [{ kind: 'code', language: 'json', text: prettyJson(output) }];
  };
  return [
    ...paragraph(strong('Example'), ...(title === undefined ? [] : [text(': '), ...parseLine(title)])),
    { kind: 'code', language: 'json', text: prettyJson(call) },
    ...(output === undefined ? [] : paragraph(text('gives'))),
    ...result(),
  ];
}

/** Lists facts about a tool for callers, one per item. */
function listFacts(tool: ToolModel, model: Model): readonly Line[] {
  const { isInactive, timeoutMs, unlisted } = tool;
  const { summary, isDeclared } = describeImplementation(tool, model);
  return [
    [text(`${describeEffects(tool.annotations)}.`)],
    ...(isDeclared ? [[...summary, text('.')]] : []),
    ...(unlisted ? [[text('Request: '), code(unlisted.request), text('.')]] : []),
    ...(isInactive ? [[text('Disabled until the server enables it.')]] : []),
    ...scopeFact(tool),
    ...features.flatMap(({ site }) => site?.facts?.(tool) ?? []),
    ...(timeoutMs === undefined ? [] : [[text(`Time limit: ${timeoutMs} ms.`)]]),
    ...elicitationFacts(tool),
  ];
}

/** Lists the scopes that an entry requires. Returns `[]` if there are none. */
export function scopeFact(entry: Pick<DescriptorModel, 'parts'>): readonly Line[] {
  const scopes = scopesPart.of(entry);
  if (!scopes) return [];
  return [[text('Requires the '), text(scopes.length === 1 ? 'scope ' : 'scopes '), ...listCodes(scopes), text('.')]];
}

/** Describes the elicitations of a handler. */
export function elicitationFacts({ elicitations }: Pick<DescriptorModel, 'elicitations'>): readonly Line[] {
  return elicitations.map(({ message, url }) => [
    text(url === undefined ? 'May ask the user: ' : 'May ask the user to open a page: '),
    ...parseLine(message),
  ]);
}

/**
 * Describes the effects of a tool according to its annotations.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 */
export function describeEffects(annotations: JsonObject | undefined): string {
  const hint = (name: string): boolean | undefined => {
    const value = annotations?.get(`${name}Hint`);
    return typeof value === 'boolean' ? value : undefined;
  };
  const isReader = hint('readOnly') === true;
  const isHarmless = hint('destructive') === false;
  const isKnown = hint('readOnly') !== undefined || hint('destructive') !== undefined;
  const world = hint('openWorld');
  const words = [
    isReader
      ? 'Reads only'
      : isHarmless
        ? 'Adds or changes data but destroys nothing'
        : isKnown
          ? 'May destroy data'
          : undefined,
    !isReader && hint('idempotent') === true ? 'repeating a call has no further effect' : undefined,
    world === undefined ? undefined : world ? 'accesses external systems' : 'accesses only its own data',
  ].filter((word) => word !== undefined);
  if (words.length === 0) return 'Has no annotations about its effects';
  const joined = words.join('; ');
  return `${joined[0]?.toUpperCase() ?? ''}${joined.slice(1)}`;
}
