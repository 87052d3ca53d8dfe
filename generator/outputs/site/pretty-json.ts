import { isJsonArray, isJsonObject, stringifyJson, type Json } from '../../core/model/json.js';

/** Maximum length of JSON on a page, in characters. */
const maxLength = 6000;

/**
 * Prints a value as indented JSON, with keys in source order. JSON longer than 6,000 characters is truncated, with a
 * note.
 */
export function prettyJson(value: Json): string {
  const printed = print(value, '');
  return printed.length <= maxLength ? printed : `${printed.slice(0, maxLength)}\n… (${printed.length} characters)`;
}

/** Prints a value as JSON on one line, at most 200 characters. */
export function shortJson(value: Json): string {
  const printed = stringifyJson(value);
  return printed.length <= maxShort ? printed : `${printed.slice(0, maxShort)}…`;
}

const maxShort = 200;

function print(value: Json, indentation: string): string {
  const flat = stringifyJson(value);
  if (flat.length + indentation.length <= 80) return isJsonObject(value) || isJsonArray(value) ? spaced(value) : flat;
  const inner = `${indentation}  `;
  if (isJsonObject(value)) {
    const members = [...value].map(([key, member]) => `${inner}${JSON.stringify(key)}: ${print(member, inner)}`);
    return `{\n${members.join(',\n')}\n${indentation}}`;
  }
  if (!isJsonArray(value)) return flat;
  return `[\n${value.map((item) => `${inner}${print(item, inner)}`).join(',\n')}\n${indentation}]`;
}

function spaced(value: Json): string {
  if (isJsonObject(value)) {
    const members = [...value].map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return isJsonArray(value) ? `[${value.map(spaced).join(', ')}]` : stringifyJson(value);
}
