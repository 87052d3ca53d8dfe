import { isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, PromptMessageModel, StoredContentModel } from '../../core/model/model.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';

/** Maximum length of static content in `tools.ts`, in characters. Tool calls load it although they do not need it. */
const maxInTools = 1000;

/** Functions of the runtime that return the text of a placeholder. */
export type PlaceholderFunction = 'fillPlaceholder' | 'fillUriPlaceholder';

/** Exports of a server's static prompts and resources. */
export interface StaticContents {
  /** Generated file that exports them. If the server has tools and the content is short, there is no separate file. */
  readonly file: 'static-content.ts' | 'tools.ts';
  /** Export names of prompts by prompt name, and of resources by URI. */
  readonly prompts: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
  readonly code: StaticContentCode;
}

/** Code of static prompts and resources. */
interface StaticContentCode {
  /** Types and functions that the code imports from the runtime. */
  readonly types: readonly string[];
  readonly functions: readonly string[];
  /** Code of the exports; `''` if there is no static content. */
  readonly exports: string;
}

/**
 * Emits the static prompts and resources of a server. Exports are numbered, because the entries have no names in code.
 */
export function emitStaticContent(model: Model, render: RenderTemplate): StaticContents {
  const prompts = model.prompts
    .flatMap(({ name, messages }) => (messages ? [{ name, messages }] : []))
    .map(({ name, messages }, index) => ({ name, ...promptView(`prompt${index + 1}`, messages) }));
  const resources = model.resources
    .flatMap(({ uri, content }) => (content && content.kind !== 'module' ? [{ uri, content }] : []))
    .map(({ uri, content }, index) => ({
      uri,
      exportName: `resource${index + 1}`,
      content: contentExpression(content),
    }));
  const usesPlaceholders = prompts.some((prompt) => prompt.usesPlaceholders);
  const exports = render('generated/static-content-exports.ts', { prompts, resources });
  const isShort = exports.length <= maxInTools && listedTools(model).length > 0;
  return {
    file: isShort ? 'tools.ts' : 'static-content.ts',
    prompts: new Map(prompts.map(({ name, exportName }) => [name, exportName])),
    resources: new Map(resources.map(({ uri, exportName }) => [uri, exportName])),
    code: {
      types: [
        ...(usesPlaceholders ? ['PromptArguments'] : []),
        ...(resources.length > 0 ? ['StaticContent'] : []),
        ...(prompts.length > 0 ? ['StaticPromptMessage'] : []),
      ],
      functions: usesPlaceholders ? ['fillPlaceholder'] : [],
      exports,
    },
  };
}

/** Emits `static-content.ts`; `undefined` if there is no static content, or if `tools.ts` contains it. */
export function emitStaticContentFile({ file, code }: StaticContents, render: RenderTemplate): string | undefined {
  if (file !== 'static-content.ts' || code.exports === '') return undefined;
  const { types, functions, exports } = code;
  return render('generated/static-content.ts', { types: types.join(', '), functions: functions.join(', '), exports });
}

function promptView(exportName: string, messages: readonly PromptMessageModel[]) {
  const views = messages.map(({ role, content }) => ({
    role: stringLiteral(role),
    content: jsonExpression(content, (text) => templateExpression(text)),
  }));
  const usesPlaceholders = messages.some(({ content }) => hasPlaceholders(content));
  return {
    exportName,
    parameter: usesPlaceholders ? 'values: PromptArguments' : '',
    messages: views,
    usesPlaceholders,
  };
}

/** Whether a JSON value has strings with placeholders. */
export function hasPlaceholders(value: Json): boolean {
  if (typeof value === 'string') return parseTemplate(value).some((part) => 'argument' in part);
  if (isJsonArray(value)) return value.some(hasPlaceholders);
  return isJsonObject(value) && [...value.values()].some(hasPlaceholders);
}

/**
 * Returns an expression for text with placeholders: concatenated literals and argument values.
 *
 * @param fill Function of the runtime that formats the values.
 */
export function templateExpression(text: string, fill: PlaceholderFunction = 'fillPlaceholder'): string {
  const parts = parseTemplate(text).map((part) =>
    'text' in part ? stringLiteral(part.text) : `${fill}(values, ${stringLiteral(part.argument)})`,
  );
  return parts.length === 0 ? "''" : parts.join(' + ');
}

/** Returns an object literal for static content. */
export function contentExpression(content: StoredContentModel): string {
  return content.kind === 'text'
    ? `{ text: ${stringLiteral(content.text)} }`
    : `{ blob: ${stringLiteral(content.base64)} }`;
}
