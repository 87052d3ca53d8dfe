import type { CodeSettings } from '../../core/api/definition.js';
import type { CodeFunction } from './name-functions.js';
import { SchemaPrinter, type NamedTypes, type PrintLimits } from './print-schema.js';
import { escapeComment, shortenText } from './print-text.js';
import { readRules } from './rules.js';
import { readArguments } from './read-arguments.js';
import { isObject, readSchema, type Schema } from './schema.js';

/** Maximum lengths of the parts of a function's signature, in characters. Types always have their names. */
export interface PrintBudget {
  /** Maximum length of the description. */
  readonly text: number;
  readonly input: number;
  readonly output: number;
  /** Whether the request, the example, and the comments of all members are printed. */
  readonly isWhole?: true;
}

/** A printed function. */
export interface PrintedFunction {
  readonly name: string;
  readonly comment: string;
  /** The signature without its name. */
  readonly text: string;
  /** Types that the function adds to the types of earlier functions. */
  readonly types: NamedTypes;
  /** Total length of all parts, in characters. */
  readonly length: number;
}

const input = { explainsOptional: false, isOutline: false } as const;
/** Limits for arguments, which are tried in turn until the arguments are short enough. */
const inputLimits: readonly PrintLimits[] = [
  { ...input, depth: 5, members: [60], branches: 24, comment: 120, explainsOptional: true },
  { ...input, depth: 4, members: [60], branches: 24, comment: 60, explainsOptional: true },
  { ...input, depth: 3, members: [60, 30], branches: 24, comment: 60 },
  { ...input, depth: 2, members: [60, 20], branches: 16, comment: 60 },
  { ...input, depth: 2, members: [40, 8], branches: 8, comment: 60 },
  { ...input, depth: 1, members: [40], branches: 8, comment: 60 },
  { ...input, depth: 1, members: [24], branches: 8, comment: 0 },
  { ...input, depth: 1, members: [12], branches: 4, comment: 0 },
  { ...input, depth: 0, members: [0], branches: 4, comment: 0 },
];

const output = { comment: 0, explainsOptional: false, isOutline: true } as const;
/** Limits for results, which are tried in turn. */
const outputLimits: readonly PrintLimits[] = [
  { ...output, depth: 4, members: [60, 30, 20], branches: 24 },
  { ...output, depth: 3, members: [40, 16, 8], branches: 16 },
  { ...output, depth: 3, members: [24, 8, 4], branches: 8 },
  { ...output, depth: 2, members: [24, 6], branches: 8 },
  { ...output, depth: 2, members: [20, 4], branches: 6 },
  { ...output, depth: 2, members: [14, 3], branches: 6 },
  { ...output, depth: 1, members: [20], branches: 4 },
  { ...output, depth: 1, members: [12], branches: 4 },
  { ...output, depth: 1, members: [8], branches: 3 },
  { ...output, depth: 1, members: [5], branches: 2 },
  { ...output, depth: 1, members: [3], branches: 2 },
];

/**
 * Prints the signature of a function.
 *
 * @param types Types of earlier functions, which are not printed again.
 */
export async function printFunction(
  settings: CodeSettings,
  { name, operation }: CodeFunction,
  budget: PrintBudget,
  types: NamedTypes,
): Promise<PrintedFunction> {
  const [{ fields }, rules, errors] = await Promise.all([
    operation.details(),
    readRules(settings, operation),
    operation.errors?.(),
  ]);
  const inputSchema = readArguments(fields, operation.next);
  const result = readSchema(fields['outputSchema']);
  const { title, description, request } = operation;
  const isTitled = title !== undefined && !description.startsWith(title);
  const summary = shortenText(isTitled ? `${title}. ${description}` : description, budget.text);
  const notes = [
    summary.replace(/(?<=[^.!?…:;])$/u, '.'),
    budget.isWhole && request !== '' ? `${request}.` : '',
    rules.isAllowed ? '' : 'NOT ALLOWED in code here.',
    rules.isAllowed && rules.needsConfirmation ? 'Asks the user before it is called.' : '',
    printErrors(Object.keys(errors?.fail ?? {}), budget.isWhole ? 100 : 5),
    printExample(name, inputSchema, budget.isWhole ? 300 : 120),
  ];
  const comment = escapeComment(notes.filter((note) => note !== '').join(' '));
  const functionTypes: NamedTypes = new Map(types);
  const parameterType = isEmpty(inputSchema) ? '' : printWithin(inputSchema, inputLimits, budget.input, functionTypes);
  const resultType =
    result === undefined ? 'unknown' : printWithin(withoutEscape(result), outputLimits, budget.output, functionTypes);
  const isOptional =
    !isObject(inputSchema) || !Array.isArray(inputSchema['required']) || inputSchema['required'].length === 0;
  const parameter = parameterType === '' ? '' : `input${isOptional ? '?' : ''}: ${parameterType}`;
  const text = `(${parameter}): Promise<${resultType}>`;
  const added = new Map([...functionTypes].filter(([type, { text: printed }]) => types.get(type)?.text !== printed));
  return { name, comment, text, types: added, length: comment.length + text.length + countCharacters(added) };
}

/**
 * Prints a type within a maximum length, with the types that it adds. If that is impossible, uses the narrowest limits.
 */
function printWithin(schema: Schema, attempts: readonly PrintLimits[], maximum: number, types: NamedTypes): string {
  for (const limits of attempts) {
    const printedTypes: NamedTypes = new Map(types);
    const text = new SchemaPrinter(schema, limits, printedTypes).print();
    const length = text.length + countCharacters(printedTypes) - countCharacters(types);
    if (length > maximum && limits !== attempts.at(-1)) continue;
    for (const [name, type] of printedTypes) types.set(name, type);
    return text;
  }
  return 'unknown';
}

function countCharacters(types: NamedTypes): number {
  return [...types].reduce((sum, [name, { text }]) => sum + name.length + text.length, 0);
}

function isEmpty(schema: Schema): boolean {
  if (!isObject(schema)) return false;
  const { properties, additionalProperties } = schema;
  return additionalProperties === false && (!isObject(properties) || Object.keys(properties).length === 0);
}

/** Returns an output schema without the branch that allows any value, which schemas of API responses may have. */
function withoutEscape(schema: Schema): Schema {
  if (!isObject(schema)) return schema;
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || JSON.stringify(anyOf[1]) !== '{}') return schema;
  // References may point into the branch.
  return { ...rest, anyOf: [anyOf[0]] };
}

/** Prints the names of declared errors, which are the names of the errors that the function throws. */
function printErrors(names: readonly string[], maximum: number): string {
  if (names.length === 0) return '';
  return `Errors (error.name): ${names.slice(0, maximum).join(', ')}${names.length > maximum ? ', …' : '.'}`;
}

function printExample(name: string, schema: Schema, maximum: number): string {
  const examples = isObject(schema) ? schema['examples'] : undefined;
  const [example] = Array.isArray(examples) ? examples : [];
  const json = example === undefined ? undefined : JSON.stringify(example);
  return json === undefined || json.length > maximum ? '' : `Example: await ${name}(${json})`;
}
