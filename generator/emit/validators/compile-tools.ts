import type { SchemaModel, ToolModel } from '../../model/model.js';
import { refTo } from '../../schema/map-schema.js';
import type { SchemaCheck } from './create-schema-check.js';
import { type CompiledSchemas, compileSchemas, type SchemaToCompile } from './compile-schemas.js';
import type { CompilerMode } from './create-compiler.js';
import { type DefinitionIndex, findNeeds } from './definition-index.js';
import { prepareSchema } from './prepare-schema.js';

/** A schema that cannot be compiled. */
export interface ValidatorFailure {
  readonly tool: string;
  readonly schema: 'input' | 'output';
  /** Why, one sentence. */
  readonly message: string;
}

/** The validators of all tools, compiled and not yet printed. */
export interface CompiledTools {
  /** The tools that have all the validators that they need. */
  readonly tools: readonly ToolModel[];
  readonly failures: readonly ValidatorFailure[];
  /** The validators of some of these tools, which will share a module. */
  readonly print: (tools: readonly ToolModel[]) => PrintedTools;
}

/** Validators as they stand in a module. */
export interface PrintedTools {
  /** Each is an export of one of the parts. */
  readonly exports: readonly ValidatorExport[];
  /** Texts of the modules that make up the whole, by name. */
  readonly parts: ReadonlyMap<string, string>;
}

export interface ValidatorExport {
  readonly name: string;
  readonly part: string;
  /** What the part calls it. */
  readonly local: string;
}

interface Job extends SchemaToCompile {
  readonly tool: ToolModel;
  readonly mode: CompilerMode;
}

/** Compiles the schemas of all tools; those that the compiler treats alike are compiled together, and so their definitions. */
export function compileTools(
  tools: readonly ToolModel[],
  definitions: DefinitionIndex,
  check: SchemaCheck,
): CompiledTools {
  const jobs = tools.flatMap((tool, position) => listJobs(tool, position, definitions));
  const messages = new Map(jobs.map((job) => [job.exportName, findFault(job, check)]));
  const parts = new Map<string, CompiledSchemas>();
  for (const [part, members] of groupByPart(jobs)) {
    const sound = members.filter(({ exportName }) => messages.get(exportName) === undefined);
    const [first] = sound;
    if (first === undefined) continue;
    const compiled = compileSchemas(first.mode, sound, definitions);
    parts.set(part, compiled);
    for (const [exportName, message] of compiled.failures) messages.set(exportName, message);
  }
  const failures = jobs.flatMap(({ tool, mode, exportName }) => {
    const message = messages.get(exportName);
    return message === undefined ? [] : [{ tool: tool.name, schema: mode.purpose, message }];
  });
  const failed = new Set(failures.map(({ tool }) => tool));
  return {
    tools: tools.filter(({ name }) => !failed.has(name)),
    failures,
    print: (wanted) => {
      const names = new Set(wanted.map(({ name }) => name));
      return printTools(
        jobs.filter(({ tool }) => names.has(tool.name)),
        parts,
      );
    },
  };
}

function printTools(jobs: readonly Job[], compiled: ReadonlyMap<string, CompiledSchemas>): PrintedTools {
  const parts = [...groupByPart(jobs)].map(([part, members]) => {
    const exportNames = members.map(({ exportName }) => exportName);
    return [part, compiled.get(part)?.print(exportNames) ?? ''] as const;
  });
  const exports = jobs.map(({ tool, mode, exportName }) => ({
    name: findExportName(tool, mode.purpose),
    part: findPart(mode),
    local: exportName,
  }));
  return { exports, parts: new Map(parts) };
}

/** The name under which a module exports a validator. */
export function findExportName({ names }: ToolModel, purpose: CompilerMode['purpose']): string {
  return names.typeName + (purpose === 'input' ? 'Input' : 'Output');
}

function listJobs(tool: ToolModel, position: number, definitions: DefinitionIndex): readonly Job[] {
  const createJob = ({ dialect, schema }: SchemaModel, purpose: CompilerMode['purpose']): Job => {
    const { ownProperties } = findNeeds(schema, definitions);
    const fillsDefaults = purpose === 'input' && tool.keepsAbsent !== true;
    return {
      tool,
      schema,
      exportName: `${purpose}${position}`,
      mode: { dialect, purpose, ownProperties, fillsDefaults },
    };
  };
  return [createJob(tool.input, 'input'), ...(tool.output === undefined ? [] : [createJob(tool.output, 'output')])];
}

function findFault({ schema, mode }: Job, check: SchemaCheck): string | undefined {
  return check(mode.dialect, prepareSchema(schema, 'filling', refTo));
}

function groupByPart(jobs: readonly Job[]): ReadonlyMap<string, readonly Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const part = findPart(job.mode);
    groups.set(part, [...(groups.get(part) ?? []), job]);
  }
  return groups;
}

function findPart({ dialect, purpose, ownProperties, fillsDefaults }: CompilerMode): string {
  return `${dialect} ${purpose}${ownProperties ? ' own' : ''}${fillsDefaults ? ' filling' : ''}`;
}
