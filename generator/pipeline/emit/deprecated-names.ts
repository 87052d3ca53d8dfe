import { stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { ToolModel } from '../../core/model/model.js';
import { isDeclared, resultTypeName, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';

/** First version whose generated code has no deprecated names, except in projects from earlier versions. */
export const renamingVersion = '0.4.0';

/** Folders of a project, and how its generated code treats deprecated names. */
export interface NamingPaths extends ProjectPaths {
  /**
   * How to treat names from versions before {@link renamingVersion}. `kept`: generated code also contains them.
   * `dropped`: generated code omits them, and unmodified stubs are updated. Absent: the project never had such names.
   */
  readonly deprecatedNames?: 'kept' | 'dropped' | undefined;
}

/** Modules from earlier versions that handlers and tests import, with their replacements. */
const renamedModules: readonly (readonly [path: string, replacement: string])[] = [
  ['forwards.ts', 'api-calls.ts'],
  ['project.ts', 'test-project.ts'],
];

/** Emits a re-export for each renamed module of the project. */
export function emitRenamedModules(
  files: readonly GeneratedFile[],
  { deprecatedNames }: NamingPaths,
  render: RenderTemplate,
): readonly GeneratedFile[] {
  if (deprecatedNames !== 'kept') return [];
  const emitted = new Set(files.map(({ path }) => path));
  return renamedModules
    .filter(([, replacement]) => emitted.has(replacement))
    .map(([path, replacement]) => ({
      path,
      content: render('generated/renamed-module.ts', { module: stringLiteral(`./${replacement}`) }),
    }));
}

/**
 * Prints an alias for each tool's result type under its earlier name.
 * @param taken Other type names of the module, which get no alias.
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

/** Lists the earlier and current names of a tool's result type; empty for a tool without outputs or without a handler. */
export function listResultRenames(
  tool: ToolModel,
  { deprecatedNames }: NamingPaths,
): readonly (readonly [former: string, name: string])[] {
  const name = deprecatedNames === undefined || isDeclared(tool) ? undefined : resultTypeName(tool);
  return name === undefined ? [] : [[`${tool.names.typeName}Answer`, name]];
}
