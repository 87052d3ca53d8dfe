import { jsonObjectOf, type Json } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../../core/model/model.js';
import { stringLiteral } from '../../../core/code/escape.js';
import { memberViews, objectExpression } from '../../../core/code/json-expression.js';
import type { Emitting } from '../../../feature-kit/feature.js';
import type { StaticContents } from '../../../feature-kit/emit/emit-static-content.js';
import { toolMembers } from '../../../feature-kit/emit/tool-members.js';
import { listOperationIndexes } from '../../../features/apis/list-operation-indexes.js';

/**
 * Emits `tools.ts`, which contains the data for tool calls, except handlers, and short static content.
 * @returns `undefined` for a server without tools.
 */
export function emitTools(
  { model, validators, describeTool, addMembers, render }: Emitting,
  { file, code }: StaticContents,
): string | undefined {
  const tools = listedTools(model);
  if (tools.length === 0) return undefined;
  const modules = [...new Set(tools.map(({ name }) => validators.get(name)?.module ?? ''))];
  const { functions, types, exports } = file === 'tools.ts' ? code : { functions: [], types: [], exports: '' };
  return render('generated/tools.ts', {
    imports: [...functions, 'pickValidators', ...[...types, 'ToolDefinition'].map((name) => `type ${name}`)].join(', '),
    contents: exports,
    operationIndexes: listOperationIndexes(model).map(({ api }) => ({
      name: `${api}Operations`,
      module: stringLiteral(`./operation-index/${api}.ts`),
    })),
    validatorModules: modules.map((module, index) => ({ index: index + 1, module: stringLiteral(`./${module}`) })),
    usesCode: tools.some(({ handler }) => handler.kind === 'discovery' && 'settings' in handler),
    tools: tools.map((tool) => {
      const location = validators.get(tool.name);
      const loadModule = `validators${modules.indexOf(location?.module ?? '') + 1}`;
      return [
        ...toolMembers(tool, describeTool(tool), location, loadModule, addMembers(tool)),
        ...memberViews(
          { api: tool.handler.kind === 'forward' ? nameApi(model, tool.handler.api) : undefined },
          { discovery: discoveryExpression(model, tool) },
        ),
      ];
    }),
  });
}

/** Returns the name of an API as written in the definition. */
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
