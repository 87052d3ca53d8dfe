import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { isScalar } from './map-json.js';
import { renderInline, renderKey, renderScalar } from './render-scalar.js';
import { renderTable } from './render-table.js';

/** Maximum depth of values on separate lines. */
const maxDepth = 12;

/** Maximum number of members of objects whose lines are prefixed; larger objects are indented. */
const maxPrefixed = 2;

/**
 * Renders a value as short text: an object as an outline of `name: value` lines, a list of objects as a table. Every
 * value is included; ambiguous text is quoted as in JSON.
 */
export function renderText(value: unknown): string {
  return renderLines(value, 0).join('\n');
}

function renderLines(value: unknown, depth: number): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return renderList(value, depth);
  return isJsonObject(value) && Object.keys(value).length > 0 ? renderMembers(value, '', depth) : [renderScalar(value)];
}

/** @param prefix Prefix of the lines: `user.` in `user.login: octocat`. */
function renderMembers(object: JsonObject, prefix: string, depth: number): readonly string[] {
  return Object.keys(object).flatMap((key) => renderMember(`${prefix}${renderKey(key)}`, object[key], depth));
}

function renderMember(name: string, value: unknown, depth: number): readonly string[] {
  if (isScalar(value)) return [`${name}: ${renderScalar(value)}`];
  const size = Object.keys(value as object).length;
  const isPlainList = Array.isArray(value) && value.every(isScalar);
  if (isPlainList || size === 0 || depth >= maxDepth) return [`${name}: ${renderInline(value)}`];
  if (isJsonObject(value) && size <= maxPrefixed) return renderMembers(value, `${name}.`, depth + 1);
  return [`${name}:`, ...renderLines(value, depth + 1).map((line) => `  ${line}`)];
}

function renderList(list: readonly unknown[], depth: number): readonly string[] {
  if (list.every(isScalar)) return [renderInline(list)];
  const table = renderTable(list);
  if (table !== undefined) return table;
  return list.flatMap((item) => {
    if (isScalar(item) || depth >= maxDepth) return [`- ${renderInline(item)}`];
    const [first = '', ...others] = renderLines(item, depth + 1);
    return [`- ${first}`, ...others.map((line) => `  ${line}`)];
  });
}
