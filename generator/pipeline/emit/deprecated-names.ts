import { stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { ToolModel } from '../../core/model/model.js';
import { isForwarded, resultTypeName, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';

/** First version whose generated code has no deprecated names, except in projects of earlier versions. */
export const renamingVersion = '0.4.0';

/** Folders of a project, and the names in its generated code. */
export interface NamingPaths extends ProjectPaths {
  /**
   * Names of versions before {@link renamingVersion}. `kept`: generated code has them, too. `dropped`: only stubs that are as first
   * written lose them. Absent: the project never had them.
   */
  readonly deprecatedNames?: 'kept' | 'dropped' | undefined;
}

/** Modules of earlier versions that handlers and tests import, with the modules that replace them. */
const renamedModules: readonly (readonly [path: string, replacements: readonly string[]])[] = [
  ['forwards.ts', ['api-calls.ts']],
  ['project.ts', ['start.ts', 'test-project.ts']],
];

/** Emits a re-export for each renamed module that the project has under its new name. */
export function emitRenamedModules(
  files: readonly GeneratedFile[],
  { deprecatedNames }: NamingPaths,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  if (deprecatedNames !== 'kept') return [];
  const emitted = new Set(files.map(({ path }) => path));
  return renamedModules
    .map(([path, replacements]) => ({ path, modules: replacements.filter((module) => emitted.has(module)) }))
    .filter(({ modules }) => modules.length > 0)
    .map(({ path, modules }) => ({
      path,
      content: render('generated/renamed-module.ts', {
        modules: modules.map((module) => stringLiteral(`./${module}`)),
      }),
    }));
}

/**
 * Declares the earlier name of the result type of each tool.
 *
 * @param taken Other type names of the module. An earlier name among them gets no declaration.
 */
export function printAliases(
  tools: readonly ToolModel[],
  taken: ReadonlySet<string>,
  paths: NamingPaths,
): readonly string[] {
  if (paths.deprecatedNames !== 'kept') return [];
  return tools
    .flatMap((tool) => listResultRenames(tool, paths))
    .filter(([former]) => !taken.has(former))
    .map(([former, name]) => `/** @deprecated Use {@link ${name}}. */\nexport type ${former} = ${name};`);
}

/** The earlier and the present name of the result type of a tool; none for a tool without outputs or without a handler. */
export function listResultRenames(
  tool: ToolModel,
  { deprecatedNames }: NamingPaths,
): readonly (readonly [former: string, name: string])[] {
  const name = deprecatedNames === undefined || isForwarded(tool) ? undefined : resultTypeName(tool);
  return name === undefined ? [] : [[`${tool.names.typeName}Answer`, name]];
}
