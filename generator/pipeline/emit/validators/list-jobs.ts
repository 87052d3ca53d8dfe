import { joinReturns } from '../../../core/model/join-returns.js';
import { stringifyJson, type Json } from '../../../core/model/json.js';
import type { Dialect, SchemaModel, ToolModel } from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { referredNames } from '../../../core/schema/map-schema.js';
import { digestTexts } from '../../../core/code/digest-texts.js';
import { type DefinitionIndex, findNeeds } from './definition-index.js';
import { prepareSchema } from './prepare-schema.js';

/** Options for schemas that are compiled together. */
export interface CompilerMode {
  /** String that encodes all other members. */
  readonly name: string;
  readonly dialect: Dialect;
  /** `input`: formats are asserted. `output`: formats are not asserted, and numbers are finite. */
  readonly purpose: 'input' | 'output';
  /**
   * Whether inherited properties are ignored. Set only if a property has the same name as an inherited property,
   * because the code is slower.
   */
  readonly ownProperties: boolean;
  /** Whether evaluated properties and items are tracked, for `unevaluatedProperties` and `unevaluatedItems`. */
  readonly unevaluated: boolean;
  /** Whether defaults are filled in. Input only. */
  readonly fillsDefaults: boolean;
  /**
   * Whether integers that JavaScript rounds are rejected. API calls send such integers with exact digits. Input only.
   */
  readonly refusesRounded: boolean;
}

/** Schema to compile to a validator. */
export interface ValidatorJob {
  /** Tool name. */
  readonly tool: string;
  /** Name of the validator in its module. */
  readonly exportName: string;
  readonly mode: CompilerMode;
  /** Schema to compile, and its JSON. */
  readonly schema: Json;
  readonly text: string;
  /** Digest of mode and JSON. Schemas that compile to the same code have the same ID. */
  readonly id: string;
  /** Names of the definitions that the schema refers to directly. */
  readonly refersTo: ReadonlySet<string>;
  /** Whether it is neither the input nor the output of the tool. */
  readonly isAdded?: boolean;
}

/** The schemas of a tool. */
export interface ToolJobs {
  readonly name: string;
  readonly jobs: readonly ValidatorJob[];
}

/** Lists the schemas of a tool that are compiled. */
export function listJobs(tool: ToolModel, definitions: DefinitionIndex): ToolJobs {
  const { name, input, supplied, returns } = tool;
  const output = tool.output ?? (returns && joinReturns(returns));
  return {
    name,
    jobs: [
      createJob(tool, input, 'input', definitions),
      ...(supplied === undefined
        ? []
        : [
            { ...createJob(tool, supplied, 'input', definitions), exportName: nameTypes(tool.names.typeName).supplied },
          ]),
      ...(output === undefined ? [] : [createJob(tool, output, 'output', definitions)]),
      ...(tool.addedSchemas ?? []).flatMap(({ typeName, schema, isChecked }) =>
        isChecked === true
          ? [{ ...createJob(tool, schema, 'output', definitions), exportName: typeName, isAdded: true }]
          : [],
      ),
    ],
  };
}

/** Lists the output schemas in a tool's examples, as if each example were a tool. */
export function listExampleJobs(tool: ToolModel, definitions: DefinitionIndex): readonly ToolJobs[] {
  return (tool.examples ?? []).flatMap(({ outputSchema }, index) => {
    if (outputSchema === undefined) return [];
    const name = nameExample(tool, index);
    return [{ name, jobs: [{ ...createJob(tool, outputSchema, 'output', definitions), exportName: name }] }];
  });
}

/** Returns the validator name of an example. */
export function nameExample({ names }: ToolModel, index: number): string {
  return `${names.typeName}Example${index + 1}`;
}

function createJob(
  tool: ToolModel,
  { dialect, schema }: SchemaModel,
  purpose: CompilerMode['purpose'],
  definitions: DefinitionIndex,
): ValidatorJob {
  const needs = findNeeds(schema, definitions);
  const mode = nameMode({
    dialect,
    purpose,
    ownProperties: needs.has('ownProperties'),
    unevaluated: needs.has('unevaluated'),
    fillsDefaults: purpose === 'input' && tool.advertisesDefaultsOnly !== true,
    refusesRounded: purpose === 'input' && (tool.handler.kind !== 'forward' || tool.handler.isImplemented),
  });
  const prepared = prepareSchema(schema);
  const text = stringifyJson(prepared);
  const id = `schema${digestTexts([mode.name, text]).slice(0, 20)}`;
  const exportName = nameTypes(tool.names.typeName)[purpose];
  return { tool: tool.name, exportName, mode, schema: prepared, text, id, refersTo: referredNames(schema) };
}

function nameMode(mode: Omit<CompilerMode, 'name'>): CompilerMode {
  const { dialect, purpose, ownProperties, unevaluated, fillsDefaults, refusesRounded } = mode;
  const isExact = purpose === 'input' && !refusesRounded;
  const flags = [
    ownProperties && ' own',
    unevaluated && ' unevaluated',
    fillsDefaults && ' filling',
    isExact && ' exact',
  ];
  return { ...mode, name: `${dialect} ${purpose}${flags.filter((flag) => flag !== false).join('')}` };
}

/** Groups schemas by mode. */
export function listModes(jobs: readonly ValidatorJob[]) {
  const modes = new Map(jobs.map(({ mode }) => [mode.name, mode]));
  return [...modes.values()].map((mode) => ({ mode, jobs: jobs.filter((job) => job.mode.name === mode.name) }));
}

/** Schema that cannot be compiled. */
export interface ValidatorFailure {
  readonly tool: string;
  readonly schema: 'input' | 'output';
  /** Reason for the failure, as one sentence. */
  readonly message: string;
}
