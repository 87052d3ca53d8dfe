import { setImmediate } from 'node:timers/promises';
import type { Dialect } from '../../model/model.js';
import { findKnownValidator } from '../../schema/known-validators.js';
import { bundleModule } from './bundle-module.js';
import { SchemaCompiler } from './compile-schemas.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import type { CompilerMode, ToolJobs, ValidatorFailure, ValidatorJob } from './list-jobs.js';
import type { SharedModule } from './share-definitions.js';

/** What to compile: groups of tools and shared definitions, each a module. Plain data. */
export interface CompileRequest {
  readonly groups: readonly (readonly ToolJobs[])[];
  readonly shared: readonly SharedModule[];
  readonly definitions: DefinitionIndex;
}

/** Result of a compilation. Plain data. */
export interface CompiledModules {
  /** Code of the modules: those of the groups, then the shared ones. Empty when there are failures. */
  readonly modules: readonly string[];
  readonly failures: readonly ValidatorFailure[];
}

/** Modules that are bundled at the same time: their texts are all in memory. */
const maxBundles = 40;

/** Compiles groups of tools to modules. While one is compiled, esbuild, a process of its own, bundles those before it. */
export async function compileModules({ groups, shared, definitions }: CompileRequest): Promise<CompiledModules> {
  const compiler = new ToolCompiler(definitions);
  const failures: ValidatorFailure[] = [];
  const bundles: Promise<string>[] = [];
  const add = async (bundle: Promise<string>): Promise<void> => {
    // A rejection is handled by `Promise.all` below.
    bundle.catch(() => undefined);
    bundles.push(bundle);
    await bundles.at(-maxBundles);
    // Lets messages to and from esbuild pass.
    await setImmediate();
  };
  for (const group of groups) {
    failures.push(...compiler.compile(group));
    if (failures.length === 0) await add(compiler.print(group));
  }
  if (failures.length > 0) return { modules: [], failures };
  for (const module of shared) await add(compiler.printShared(module));
  return { modules: await Promise.all(bundles), failures };
}

/** Compiles the schemas of tools. Schemas of one mode share a compiler, and so the definitions that they refer to. */
class ToolCompiler {
  readonly #definitions: DefinitionIndex;
  /** By the name of the mode. */
  readonly #compilers = new Map<string, SchemaCompiler>();
  /** Error messages by the id of the schema; `undefined` for a schema that was compiled. */
  readonly #messages = new Map<string, string | undefined>();
  readonly #faults = new Map<IndexedDefinition, string | undefined>();

  constructor(definitions: DefinitionIndex) {
    this.#definitions = definitions;
  }

  compile(tools: readonly ToolJobs[]): readonly ValidatorFailure[] {
    const jobs = tools.flatMap((tool) => tool.jobs);
    for (const [part, members] of groupByPart(jobs)) this.#compilePart(part, members);
    return jobs.flatMap(({ tool, mode, id }) => {
      const message = this.#messages.get(id);
      return message === undefined ? [] : [{ tool, schema: mode.purpose, message }];
    });
  }

  /** The module of tools that were compiled without failure. */
  print(tools: readonly ToolJobs[]): Promise<string> {
    const jobs = tools.flatMap((tool) => tool.jobs);
    const parts = new Map(
      [...groupByPart(jobs)].map(([part, members]) => {
        const ids = [...new Set(members.map(({ id }) => id))];
        return [part, this.#compilers.get(part)?.print(ids) ?? ''];
      }),
    );
    const entry = jobs.map(({ exportName, id, part }) => `export { ${id} as ${exportName} } from '${part}';\n`);
    return bundleModule(entry.join(''), parts);
  }

  /** The module of definitions that other modules import. */
  printShared({ part, mode, names }: SharedModule): Promise<string> {
    const text = this.#open(part, mode).printShared(names);
    return bundleModule(`export * from '${part}';\n`, new Map([[part, text]]));
  }

  #compilePart(part: string, jobs: readonly ValidatorJob[]): void {
    const all = [...new Map(jobs.map((job) => [job.id, job])).values()];
    const fresh = all.filter(({ id }) => !this.#messages.has(id));
    for (const { id, mode, text } of fresh) this.#messages.set(id, findSchemaFault(mode.dialect, text));
    const [first, ...others] = fresh.filter(({ id }) => this.#messages.get(id) === undefined);
    if (first === undefined) return;
    for (const [id, message] of this.#open(part, first.mode).compile([first, ...others])) {
      this.#messages.set(id, message);
    }
  }

  #open(part: string, mode: CompilerMode): SchemaCompiler {
    const compiler =
      this.#compilers.get(part) ??
      new SchemaCompiler(mode, part, this.#definitions, (definition) => this.#findFault(definition));
    this.#compilers.set(part, compiler);
    return compiler;
  }

  #findFault(definition: IndexedDefinition): string | undefined {
    if (!this.#faults.has(definition)) {
      this.#faults.set(definition, findSchemaFault(definition.dialect, definition.text));
    }
    return this.#faults.get(definition);
  }
}

/** Returns why a schema is not valid by the rules of its dialect; `undefined` when it is. */
function findSchemaFault(dialect: Dialect, text: string): string | undefined {
  const validate = findKnownValidator(`first fault ${dialect}`);
  if (validate(JSON.parse(text))) return undefined;
  const [error] = validate.errors ?? [];
  return `The schema is not valid at ${error?.instancePath || 'its root'}: ${error?.message}.`;
}

function groupByPart(jobs: readonly ValidatorJob[]): ReadonlyMap<string, readonly ValidatorJob[]> {
  const parts = [...new Set(jobs.map(({ part }) => part))];
  return new Map(parts.map((part) => [part, jobs.filter((job) => job.part === part)]));
}
