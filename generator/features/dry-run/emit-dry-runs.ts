import { stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import { memberViews, objectExpression, type MemberView } from '../../core/code/json-expression.js';
import type { BoundFunctionModel, ToolModel } from '../../core/model/model.js';
import { partsExpression } from '../../feature-kit/emit/elicitations-view.js';
import { handlerModule, relativeSpecifier, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';
import type { Emitting } from '../../feature-kit/feature.js';
import { dryRunArgument, dryRunPart, type DryRunModel } from './dry-run-part.js';

const file = 'dry-runs.ts';

/** Returns the members with which a tool runs dry. */
export function dryRunMembers(tool: ToolModel): readonly MemberView[] {
  const dryRun = dryRunPart.of(tool);
  if (!dryRun) return [];
  // Operations that are not listed are in a folder.
  const module = stringLiteral(`${tool.unlisted ? '..' : '.'}/${file}`);
  return memberViews(
    { trialArgument: dryRun.hasArgument ? dryRunArgument : undefined },
    { around: `async () => (await import(${module})).${tool.names.identifier}` },
  );
}

/** Emits `dry-runs.ts`: how each tool with dry runs makes them. */
export function emitDryRuns({ model, paths, render }: Emitting): readonly GeneratedFile[] {
  const tools = model.tools.flatMap((tool) => {
    const dryRun = dryRunPart.of(tool);
    return dryRun ? [viewTool(tool, dryRun, paths)] : [];
  });
  if (tools.length === 0) return [];
  const types = tools.flatMap(({ type }) => type ?? []);
  const completes = tools.some(({ completed }) => completed);
  return [{ path: file, content: render('generated/dry-runs.ts', { tools, types, completes }) }];
}

function viewTool(tool: ToolModel, dryRun: DryRunModel, paths: ProjectPaths) {
  const { names, handler, companion } = tool;
  const { hasArgument, confirm } = dryRun;
  const alias = `${names.identifier}_dryRun`;
  const typed = `${callExpression(tool, alias)} satisfies ${names.typeName}`;
  const completed = handler.kind === 'forward' && companion !== undefined;
  const preview = completed ? `completeHandler((${typed}) as never, ${stringLiteral(tool.name)})` : typed;
  const code = {
    preview: companion && preview,
    confirm: confirm === undefined ? undefined : partsExpression(confirm),
  };
  return {
    identifier: names.identifier,
    options: objectExpression(memberViews({ hasArgument }, code)) ?? '{}',
    import: companion && importFunction(locate(tool, dryRun, paths), alias, paths),
    type: companion && names.typeName,
    completed,
  };
}

/** Returns the expression of a function for dry runs, which gets positional arguments if the handler does. */
function callExpression({ handler }: ToolModel, alias: string): string {
  if (handler.kind !== 'bound' || !handler.args) return alias;
  const values = handler.args.map((name) => `input[${stringLiteral(name)}]`);
  return `((input) => ${alias}(${values.join(', ')}))`;
}

function importFunction({ module, exportName }: BoundFunctionModel, alias: string, { out }: ProjectPaths): string {
  return `import { ${exportName} as ${alias} } from ${stringLiteral(relativeSpecifier(out, module))};`;
}

function locate(tool: ToolModel, { bound }: DryRunModel, paths: ProjectPaths): BoundFunctionModel {
  if (bound) return bound;
  return { module: handlerModule(paths, 'tools', tool).module, exportName: dryRunArgument };
}
