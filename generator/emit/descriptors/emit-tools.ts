import type { Json } from '../../model/json.js';
import type { Model, ToolModel } from '../../model/model.js';
import { toolSettings, type ToolSettings } from '../../model/tool-settings.js';
import { stringLiteral } from '../../code/escape.js';
import { jsonExpression } from '../../code/json-expression.js';
import type { RenderTemplate } from '../../code/templates.js';
import type { ToolFields } from '../../descriptors/descriptor-fields.js';
import { elicitationsView } from './elicitations-view.js';

/** Where the validators of a tool are: a module below `generated/` and what it exports. */
export interface ValidatorLocation {
  readonly module: string;
  readonly input: string;
  readonly output?: string;
}

/** Where the validators of all tools are, by their names. */
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
  const tools = model.tools.filter(({ catalogued }) => !catalogued);
  if (tools.length === 0) return undefined;
  const modules = [...new Set(tools.map(({ name }) => validators.get(name)?.module ?? ''))];
  return render('generated/tools.ts', {
    catalogues: listCatalogues(model).map(({ api }) => ({
      name: `${api}Operations`,
      module: stringLiteral(`./catalogues/${api}.ts`),
    })),
    validatorModules: modules.map((module, index) => ({ index: index + 1, module: stringLiteral(`./${module}`) })),
    tools: tools.map((tool) => {
      const { module = '', input = '', output } = validators.get(tool.name) ?? {};
      const names = output === undefined ? [input] : [input, output];
      return {
        ...toolView(tool, describeTool(tool), validators),
        validators: [`validators${modules.indexOf(module) + 1}`, ...names.map(stringLiteral)].join(', '),
      };
    }),
  });
}

/** A tool as templates show it, without its descriptor. */
export function toolView(tool: ToolModel, { wrapsLegacyOutput, headers }: ToolFields, validators: ToolValidators) {
  const location = validators.get(tool.name);
  return {
    name: stringLiteral(tool.name),
    wrapsLegacyOutput,
    passesMisfits: tool.handler.kind === 'forward' && tool.handler.passesMisfits && tool.output !== undefined,
    module: stringLiteral(`./${location?.module ?? ''}`),
    input: location?.input ?? '',
    output: location?.output ?? '',
    returns: tool.returns ? `[${tool.returns.map(({ name }) => stringLiteral(name)).join(', ')}]` : '',
    settings: Object.keys(toolSettings)
      .map((key) => ({ key, value: tool[key as keyof ToolSettings] }))
      .flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value: jsonExpression(value) }])),
    toolsets: tool.toolsets ? jsonExpression(tool.toolsets) : '',
    isInactive: tool.isInactive === true,
    discovery:
      tool.handler.kind === 'discovery'
        ? `{ does: ${stringLiteral(tool.handler.does)}, load: ${tool.handler.api}Operations }`
        : '',
    elicitations: elicitationsView(tool),
    headers: headers.map(({ name, path, type }) =>
      jsonExpression(
        new Map<string, Json>([
          ['name', name],
          ['path', path],
          ['type', type],
        ]),
      ),
    ),
    hasHeaders: headers.length > 0,
    task: tool.task ? jsonExpression(new Map<string, string | number>(Object.entries(tool.task))) : '',
  };
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
    operations: tools.filter(({ catalogued, isInactive }) => catalogued?.api === api && !isInactive),
  }));
}
