import { jsonObjectOf, type Json } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../../core/model/model.js';
import { toolSettings, type ToolSettings } from '../../../core/model/tool-settings.js';
import { stringLiteral } from '../../../core/code/escape.js';
import { memberViews, objectExpression, type MemberView } from '../../../core/code/json-expression.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import type { ToolFields } from '../../../feature-kit/descriptors/descriptor-fields.js';
import { elicitationsExpression } from './elicitations-view.js';

/** Location of the validators of a tool: a module below `generated/`, and names of its exports. */
export interface ValidatorLocation {
  readonly module: string;
  readonly input: string;
  readonly output?: string;
}

/** Locations of validators by tool name. */
export type ToolValidators = ReadonlyMap<string, ValidatorLocation>;

/**
 * The text of `generated/tools.ts`: what calls of the tools need, apart from their handlers.
 *
 * @param describeTool Gives the descriptor of a tool.
 * @returns `undefined` for a server without tools.
 */
export function emitTools(
  model: Model,
  validators: ToolValidators,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): string | undefined {
  const tools = listedTools(model);
  if (tools.length === 0) return undefined;
  const modules = [...new Set(tools.map(({ name }) => validators.get(name)?.module ?? ''))];
  return render('generated/tools.ts', {
    catalogues: listCatalogues(model).map(({ api }) => ({
      name: `${api}Operations`,
      module: stringLiteral(`./catalogues/${api}.ts`),
    })),
    validatorModules: modules.map((module, index) => ({ index: index + 1, module: stringLiteral(`./${module}`) })),
    usesCode: tools.some(({ handler }) => handler.kind === 'discovery' && 'settings' in handler),
    tools: tools.map((tool) => {
      const location = validators.get(tool.name);
      const loadModule = `validators${modules.indexOf(location?.module ?? '') + 1}`;
      return [
        ...toolMembers(tool, describeTool(tool), location, loadModule),
        ...memberViews(
          { api: tool.handler.kind === 'forward' ? nameApi(model, tool.handler.api) : undefined },
          { discovery: discoveryExpression(model, tool) },
        ),
      ];
    }),
  });
}

/**
 * A tool as members of an object literal, without its descriptor.
 *
 * @param loadModule Expression of a function that loads the module of its validators.
 */
export function toolMembers(
  tool: ToolModel,
  { wrapsLegacyOutput, headers }: ToolFields,
  location: ValidatorLocation | undefined,
  loadModule: string,
): readonly MemberView[] {
  const { handler, output, returns, toolsets, isInactive, annotations, task, next } = tool;
  const settings = Object.keys(toolSettings).map((key) => [key, tool[key as keyof ToolSettings]] as const);
  const allowsInvalidOutput = handler.kind === 'forward' && handler.allowsInvalidOutput && output !== undefined;
  const exported = [location?.input ?? '', ...(location?.output === undefined ? [] : [location.output])];
  return memberViews(
    {
      name: tool.name,
      operationId: tool.operationId,
      wrapsLegacyOutput: wrapsLegacyOutput || undefined,
      allowsInvalidOutput: allowsInvalidOutput || undefined,
      allowsUnstructured:
        (handler.kind === 'forward' && handler.allowsUnstructured === true && output !== undefined) || undefined,
      returns: returns?.map(({ name }) => name),
      isTextOnly: (returns !== undefined && output === undefined) || undefined,
      ...Object.fromEntries(settings),
      toolsets,
      isInactive,
      isReadOnly: annotations?.get('readOnlyHint') === true || undefined,
      headers: headers.length > 0 ? headers.map((header) => jsonObjectOf({ ...header })) : undefined,
      task: task && jsonObjectOf({ ...task }),
      next,
    },
    {
      elicitations: elicitationsExpression(tool),
      validators: `pickValidators(${[loadModule, ...exported.map(stringLiteral)].join(', ')})`,
    },
  );
}

/** Name of an API in the definition. */
function nameApi({ apis }: Model, id: string): Json | undefined {
  return apis.find(({ name }) => name === id)?.binding.get('name');
}

function discoveryExpression(model: Model, { handler }: ToolModel): string | undefined {
  if (handler.kind !== 'discovery') return undefined;
  const settings = 'settings' in handler ? jsonObjectOf({ ...handler.settings }) : undefined;
  const members = memberViews(
    { does: handler.does, api: nameApi(model, handler.api), settings },
    { load: `${handler.api}Operations`, open: settings && 'openCodeMode' },
  );
  return objectExpression(members);
}

/** An API whose operations are no tools of their own, and those of them that are active. */
interface CatalogueOperations {
  readonly api: string;
  readonly operations: readonly ToolModel[];
}

/** The catalogues of a model, those without operations too. */
export function listCatalogues({ tools }: Model): readonly CatalogueOperations[] {
  const apis = tools.flatMap(({ handler }) => (handler.kind === 'discovery' ? [handler.api] : []));
  return [...new Set(apis)].map((api) => ({
    api,
    operations: tools.filter(
      ({ unlisted, handler, isInactive }) =>
        unlisted && handler.kind === 'forward' && handler.api === api && !isInactive,
    ),
  }));
}
