import { codePart } from './code-part.js';
import { describeFind, describeRun, type CodeToolParts } from './describe-code-tools.js';
import { memberViews, objectExpression } from '../../core/code/json-expression.js';
import { jsonObjectOf, stringifyJson, type Json } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { Fields } from '../../feature-kit/descriptors/descriptor-fields.js';
import { fieldViews } from '../../feature-kit/emit/field-views.js';

/** Names of a server's code mode tools, which are the same as in the runtime. */
const names = { find: 'search_api', run: 'run_code' } as const;

/** Whether a server can start in code mode, because its definition enables it or it has an API. */
function hasCodeMode(model: Model): boolean {
  return codePart.of(model) !== undefined || model.tools.some(({ handler }) => handler.kind === 'forward');
}

/**
 * Emits `generated/code-mode.ts`, which contains the descriptors of a server's two code mode tools.
 *
 * @returns `undefined` for a server without code mode.
 */
export function emitCodeMode(model: Model, render: RenderTemplate): string | undefined {
  const tools = listCodeTools(model);
  if (tools.length === 0) return undefined;
  return render('generated/code-mode.ts', { tools: tools.map(({ fields }) => ({ fields: fieldViews(fields) })) });
}

/** Returns the names and descriptors of a server's code mode tools; none for a server without code mode. */
export function listCodeTools(model: Model): readonly { readonly name: string; readonly fields: Fields }[] {
  if (!hasCodeMode(model)) return [];
  const functions = model.tools.filter(({ handler, isInactive }) => handler.kind !== 'discovery' && !isInactive);
  const { name, title = name } = model.server;
  const about = `the ${functions.length} functions of ${title.replaceAll(/\s+/gu, ' ').slice(0, 80)}`;
  const tools = [
    { name: names.find, parts: describeFind({ ...names, about }) },
    { name: names.run, parts: describeRun({ ...names, about }, jsonObjectOf({ openWorldHint: true })) },
  ];
  return tools.map(({ name: tool, parts }) => ({ name: tool, fields: fieldsOf(tool, parts) }));
}

function fieldsOf(name: string, { title, description, input, annotations }: CodeToolParts): Fields {
  return [
    ['name', JSON.stringify(name)],
    ['title', JSON.stringify(title)],
    ['description', JSON.stringify(description)],
    ['inputSchema', stringifyJson(input)],
    ['annotations', stringifyJson(annotations)],
  ];
}

/** Returns the code mode of a server as an object literal; `undefined` without code mode. */
export function codeExpression(model: Model): string | undefined {
  if (!hasCodeMode(model)) return undefined;
  const { isDefault, allow, confirm } = codePart.of(model) ?? {};
  const { coerce } = model.server;
  const members = { isDefault, allow, confirm, apis: apiRules(model), coerce };
  return objectExpression(memberViews(members, { open: `() => import('./code-mode.ts')` }));
}

/** Returns the code mode rules of APIs by their names in the definition; `undefined` if there are none. */
function apiRules({ apis }: Model): Json | undefined {
  const rules = apis.flatMap(({ binding, code }) =>
    code ? [[String(binding.get('name')), jsonObjectOf({ ...code })] as const] : [],
  );
  return rules.length === 0 ? undefined : new Map<string, Json>(rules);
}
