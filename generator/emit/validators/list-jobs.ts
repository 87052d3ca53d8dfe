import type { JsonObject } from '../../model/json.js';
import type { Dialect, SchemaModel, ToolModel } from '../../model/model.js';
import { refTo } from '../../schema/map-schema.js';
import { digestTexts } from '../part-cache.js';
import { type DefinitionIndex, findNeeds, reachDefinitions } from './definition-index.js';
import { prepareText } from './prepare-schema.js';

/** What schemas that are compiled together have in common. */
export interface CompilerMode {
  readonly dialect: Dialect;
  /** Input: formats are asserted. Output: they are not, and numbers are finite. */
  readonly purpose: 'input' | 'output';
  /** Inherited properties do not count. Needed where a property is named like one, otherwise only slower. */
  readonly ownProperties: boolean;
  /** Keeps track of what was looked at, for `unevaluatedProperties` and `unevaluatedItems`: code that others do not need. */
  readonly unevaluated: boolean;
  /** Input only: absent properties get their defaults. */
  readonly fillsDefaults: boolean;
}

/** A schema of a tool that a validator is made of. */
export interface ValidatorJob {
  readonly tool: ToolModel;
  /** Name of the validator in its module. */
  readonly exportName: string;
  readonly mode: CompilerMode;
  /** Name of the mode. */
  readonly part: string;
  readonly schema: boolean | JsonObject;
  /** What the compiler reads of the schema. */
  readonly text: string;
  /** An identifier; schemas that the compiler cannot tell apart have the same. */
  readonly id: string;
}

/** The schemas of a tool, and the definitions that these refer to, directly or not. */
export interface ToolJobs {
  readonly tool: ToolModel;
  readonly jobs: readonly ValidatorJob[];
  readonly reached: ReadonlySet<string>;
}

/** What has to be compiled for a tool. */
export function listJobs(tool: ToolModel, definitions: DefinitionIndex): ToolJobs {
  const jobs = [
    createJob(tool, tool.input, 'input', definitions),
    ...(tool.output === undefined ? [] : [createJob(tool, tool.output, 'output', definitions)]),
  ];
  const schemas = jobs.map(({ schema }) => schema);
  return { tool, jobs, reached: reachDefinitions(schemas, definitions) };
}

/** The name under which a module exports a validator. */
export function findExportName({ names }: ToolModel, purpose: CompilerMode['purpose']): string {
  return names.typeName + (purpose === 'input' ? 'Input' : 'Output');
}

function createJob(
  tool: ToolModel,
  { dialect, schema }: SchemaModel,
  purpose: CompilerMode['purpose'],
  definitions: DefinitionIndex,
): ValidatorJob {
  const { ownProperties, unevaluated } = findNeeds(schema, definitions);
  const fillsDefaults = purpose === 'input' && tool.keepsAbsent !== true;
  const mode = { dialect, purpose, ownProperties, unevaluated, fillsDefaults };
  const part = findPart(mode);
  const text = prepareText(schema, 'filling', refTo);
  const id = `schema${digestTexts([part, text]).slice(0, 20)}`;
  return { tool, exportName: findExportName(tool, purpose), mode, part, schema, text, id };
}

function findPart({ dialect, purpose, ownProperties, unevaluated, fillsDefaults }: CompilerMode): string {
  const flags = [ownProperties && ' own', unevaluated && ' unevaluated', fillsDefaults && ' filling'];
  return `${dialect} ${purpose}${flags.filter((flag) => flag !== false).join('')}`;
}
