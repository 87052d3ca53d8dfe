import type { Model } from '../../model/model.js';
import type { GeneratedFile } from '../../code/generated-file.js';
import { compileAside } from './compile-aside.js';
import { type DefinitionIndex, indexDefinitions } from './definition-index.js';
import { listJobs, type ToolJobs, type ValidatorJob } from './list-jobs.js';
import { listSharedModules, nameSharedModule, shareDefinitions, type SharedModule } from './share-definitions.js';
import { splitTools } from './split-tools.js';
import type { ValidatorFailure } from './validator-failure.js';

/** The precompiled validators of a server. */
export interface ValidatorModules {
  /** `validators/tools-1.js`, `validators/tools-1.d.ts`, …, and `validators/shared-….js`, which those import from. */
  readonly files: readonly GeneratedFile[];
  /** Where the validators of a tool are, by tool name. Tools with a failure have none. */
  readonly modules: ReadonlyMap<string, ToolModule>;
  readonly failures: readonly ValidatorFailure[];
}

/** What has to be compiled for a server, and where it will be. */
export interface ValidatorPlan {
  /** Where the validators of a tool are, by tool name, unless one of the tools has a failure. */
  readonly modules: ReadonlyMap<string, ToolModule>;
  readonly definitions: DefinitionIndex;
  /** Tools that share a module. */
  readonly groups: readonly (readonly ToolJobs[])[];
  /** What the modules of groups import from. */
  readonly shared: readonly SharedModule[];
}

export interface ToolModule {
  /** Path of a file of {@link ValidatorModules}. */
  readonly module: string;
  /** Name of the export that validates arguments and fills their defaults. */
  readonly input: string;
  /** Name of the export that validates structured results; present when the tool has an output schema. */
  readonly output?: string;
}

/** Plans the modules with the validators of all tools. */
export function planValidators(model: Model): ValidatorPlan {
  const definitions = indexDefinitions(model.definitions);
  const tools = model.tools.map((tool) => listJobs(tool, definitions));
  return planTools(tools, definitions);
}

function planTools(tools: readonly ToolJobs[], definitions: DefinitionIndex): ValidatorPlan {
  const sharing = shareDefinitions(tools, definitions);
  const groups = splitTools(tools, sharing);
  const shared = listSharedModules(tools, sharing);
  return { modules: locateTools(groups), definitions: sharing.definitions, groups, shared };
}

/**
 * Compiles the input and output schemas of all tools into JavaScript modules that depend on nothing but each other and make
 * no code at run time, with declarations. Text of the schemas is data in them.
 *
 * Inputs: all errors are collected, defaults are filled, formats are asserted as far as they are known. Defaults are
 * filled along `properties`, `allOf` and references, but in nothing that is only tried (`anyOf`, `oneOf`, …). Outputs:
 * no defaults, no formats, no NaN. In both, unknown keywords are ignored and inherited properties do not count.
 *
 * The result is the same for the same model. A schema that cannot be compiled is a failure and takes no other tool down.
 *
 * @param plan What {@link planValidators} made of the model, where that is known.
 */
export async function emitValidators(model: Model, plan = planValidators(model)): Promise<ValidatorModules> {
  const failures: ValidatorFailure[] = [];
  for (let current = plan; ;) {
    const codes = new Map<number, string>();
    const failed = await compileAside(current, (position, code) => void codes.set(position, code));
    if (failed.length === 0) {
      return { files: writeModules(current, codes), modules: current.modules, failures };
    }
    failures.push(...failed);
    const names = new Set(failed.map(({ tool }) => tool));
    const tools = current.groups.flat().filter(({ name }) => !names.has(name));
    current = planTools(tools, current.definitions);
  }
}

function locateTools(groups: readonly (readonly ToolJobs[])[]): ReadonlyMap<string, ToolModule> {
  return new Map(
    groups.flatMap((group, position) =>
      group.map(({ name, jobs }) => [name, describeModule(jobs, `${findStem(position)}.js`)] as const),
    ),
  );
}

function writeModules({ groups, shared }: ValidatorPlan, codes: ReadonlyMap<number, string>): readonly GeneratedFile[] {
  const files = groups.flatMap((group, position) => writeFiles(group, codes.get(position) ?? '', findStem(position)));
  const beside = shared.map(({ part, id }, index) => ({
    path: `validators/${nameSharedModule(part, id)}`,
    content: header + (codes.get(groups.length + index) ?? ''),
  }));
  return [...files, ...beside];
}

function findStem(position: number): string {
  return `validators/tools-${position + 1}`;
}

function describeModule(jobs: readonly ValidatorJob[], module: string): ToolModule {
  const nameOf = (purpose: 'input' | 'output') => jobs.find(({ mode }) => mode.purpose === purpose)?.exportName;
  const output = nameOf('output');
  return { module, input: nameOf('input') ?? '', ...(output !== undefined && { output }) };
}

const header = '// Generated by create-mcp-from-schema. Do not edit.\n';

function writeFiles(group: readonly ToolJobs[], code: string, stem: string): readonly GeneratedFile[] {
  const names = group.flatMap(({ jobs }) => jobs.map(({ exportName }) => exportName));
  const declarations = names.map((name) => `export declare const ${name}: Validator;\n`);
  const imports = `import type { Validator } from 'create-mcp-from-schema/runtime';\n`;
  return [
    { path: `${stem}.js`, content: header + code },
    { path: `${stem}.d.ts`, content: `${header}${imports}\n${declarations.join('')}` },
  ];
}
