import { isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';
import type { Model, PromptMessageModel, StoredContentModel } from '../../core/model/model.js';
import { parseTemplate } from '../../core/uri/parse-template.js';
import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';

/** Names of the exports of `generated/contents.ts`: of static prompts by their name, of static resources by their URI. */
export interface ContentNames {
  readonly prompts: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
}

/** Names the exports; they are numbered, because static prompts and resources have no other names in code. */
export function nameContents(model: Model): ContentNames {
  const prompts = model.prompts.filter(({ messages }) => messages);
  const resources = model.resources.filter(({ content }) => content && content.kind !== 'module');
  return {
    prompts: new Map(prompts.map(({ name }, index) => [name, `prompt${index + 1}`])),
    resources: new Map(resources.map(({ uri }, index) => [uri, `resource${index + 1}`])),
  };
}

/** The text of `generated/contents.ts`; `undefined` when nothing is static. */
export function emitContents(model: Model, names: ContentNames, render: RenderTemplate): string | undefined {
  if (names.prompts.size === 0 && names.resources.size === 0) return undefined;
  const prompts = model.prompts.flatMap(({ name, messages }) => {
    const exportName = names.prompts.get(name);
    return exportName === undefined || !messages ? [] : [promptView(exportName, messages)];
  });
  const resources = model.resources.flatMap(({ uri, content }) => {
    const exportName = names.resources.get(uri);
    return exportName === undefined || !content || content.kind === 'module'
      ? []
      : [{ exportName, content: contentExpression(content) }];
  });
  const usesPlaceholders = prompts.some((prompt) => prompt.usesPlaceholders);
  return render('generated/contents.ts', {
    types: [
      ...(usesPlaceholders ? ['PromptArguments'] : []),
      ...(resources.length > 0 ? ['StaticContent'] : []),
      ...(prompts.length > 0 ? ['StaticPromptMessage'] : []),
    ].join(', '),
    usesPlaceholders,
    prompts,
    resources,
  });
}

function promptView(exportName: string, messages: readonly PromptMessageModel[]) {
  const views = messages.map(({ role, content }) => ({
    role: stringLiteral(role),
    content: jsonExpression(content, templateExpression),
  }));
  const usesPlaceholders = messages.some(({ content }) => hasPlaceholders(content));
  return {
    exportName,
    parameter: usesPlaceholders ? 'values: PromptArguments' : '',
    messages: views,
    usesPlaceholders,
  };
}

function hasPlaceholders(value: Json): boolean {
  if (typeof value === 'string') return parseTemplate(value).some((part) => 'argument' in part);
  if (isJsonArray(value)) return value.some(hasPlaceholders);
  return isJsonObject(value) && [...value.values()].some(hasPlaceholders);
}

/** An expression for a text with placeholders: literals and argument values, joined. */
function templateExpression(text: string): string {
  const parts = parseTemplate(text).map((part) =>
    'text' in part ? stringLiteral(part.text) : `fillPlaceholder(values, ${stringLiteral(part.argument)})`,
  );
  return parts.length === 0 ? "''" : parts.join(' + ');
}

/** An object literal for static content. */
export function contentExpression(content: StoredContentModel): string {
  return content.kind === 'text'
    ? `{ text: ${stringLiteral(content.text)} }`
    : `{ blob: ${stringLiteral(content.base64)} }`;
}
