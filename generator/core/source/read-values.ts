import { isJsonObject, type JsonObject } from '../model/json.js';
import { toolSettings, type ToolSettings } from '../model/tool-settings.js';
import { childOf, itemsOf, toJson, type SourceNode } from './source-node.js';

/** Returns the value at a key if it is an object. */
export function objectAt(node: SourceNode | undefined, key: string): JsonObject | undefined {
  const child = childOf(node, key);
  const value = child && toJson(child);
  return isJsonObject(value) ? value : undefined;
}

/** Returns the value at a key if it is a number. */
export function numberAt(node: SourceNode | undefined, key: string): number | undefined {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && typeof child.value === 'number' ? child.value : undefined;
}

/** Returns the value at a key if it is a boolean. */
export function booleanAt(node: SourceNode | undefined, key: string): boolean | undefined {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && typeof child.value === 'boolean' ? child.value : undefined;
}

/** Returns the scalars of the list at a key as written, because YAML reads an unquoted `1.0` as a number. */
export function scalarTextsAt(node: SourceNode | undefined, key: string): readonly string[] {
  return itemsOf(childOf(node, key)).flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
}

/** Returns the string at a key, or the list of strings there, without duplicates. */
export function textsAt(node: SourceNode | undefined, key: string): readonly string[] {
  const child = childOf(node, key);
  const items = child?.kind === 'scalar' ? [child] : itemsOf(child);
  const texts = items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []));
  return [...new Set(texts)];
}

/**
 * Whether a string is Base64 with padding. White space is ignored. @see
 * https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u.test(text.replace(/\s/gu, ''));
}

/** Reads the settings of a tool. Omits values of the wrong type, which the definition format rejects. */
export function toolSettingsAt(node: SourceNode | undefined): ToolSettings {
  const found = Object.entries(toolSettings).flatMap(([key, type]) => {
    const child = childOf(node, key);
    return child?.kind === 'scalar' && typeof child.value === type ? [[key, child.value]] : [];
  });
  return Object.fromEntries(found) as ToolSettings;
}
