import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import { toJson, type SourceNode } from '../../core/source/source-node.js';
import { parseTemplate } from '../../core/uri/parse-template.js';

/**
 * Binds a string to arguments, for the runtime (`from` and `template` of a parameter). A placeholder on its own stands
 * for the argument's value; a placeholder next to other text stands for the value as a string.
 */
export function bindText(text: string): { readonly from: readonly string[]; readonly template?: readonly Json[] } {
  const parts = parseTemplate(text);
  const names = parts.flatMap((part) => ('argument' in part ? [part.argument] : []));
  const from = names.slice(0, 1);
  if (parts.length === 1 && names.length === 1) return { from };
  const template = parts.map((part): Json => ('argument' in part ? [part.argument] : part.text));
  return { from, template: template.length === 0 ? [''] : template };
}

/** Binds a JSON value to arguments, for the runtime (`JsonTemplate`). A value without arguments is kept as one. */
export function bindJson(node: SourceNode): JsonObject {
  if (node.kind === 'map') {
    const members = new Map(node.entries.map(({ key, value }) => [key, bindJson(value)]));
    const values = [...members].flatMap(([key, member]) =>
      member.has('value') ? [[key, valueOf(member)] as const] : [],
    );
    return jsonObjectOf(values.length === members.size ? { value: new Map(values) } : { members });
  }
  if (node.kind === 'sequence') {
    const items = node.items.map(bindJson);
    return jsonObjectOf(items.every((item) => item.has('value')) ? { value: items.map(valueOf) } : { items });
  }
  if (typeof node.value !== 'string') return jsonObjectOf({ value: toJson(node) });
  const { from, template } = bindText(node.value);
  if (template === undefined) return jsonObjectOf({ argument: from });
  return from.length > 0 ? jsonObjectOf({ template }) : jsonObjectOf({ value: template.join('') });
}

function valueOf(bound: JsonObject): Json {
  return bound.get('value') ?? null;
}

/** Lists the names of the placeholders in a value. */
export function listArguments(node: SourceNode | undefined): readonly string[] {
  if (node?.kind === 'sequence') return node.items.flatMap(listArguments);
  if (node?.kind === 'map') return node.entries.flatMap(({ value }) => listArguments(value));
  if (typeof node?.value !== 'string') return [];
  return parseTemplate(node.value).flatMap((part) => ('argument' in part ? [part.argument] : []));
}
