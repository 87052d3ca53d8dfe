import { maskSecrets } from '../forward/mask-secrets.js';
import { isJsonObject } from '../protocol/json-object.js';

/** Most characters of captured content, and of a text in it. */
const maximalContent = 8192;
const maximalText = 1024;
/** Levels of nested values that are captured. */
const maximalLevel = 16;

/** Names of values that are secrets. */
const secretName =
  /pass(?:word|phrase|wd)|secret|token$|^token|api_?-?key|authorization|credential|cookie|private_?-?key/iu;

/**
 * JSON text of arguments or a result, for an attribute. Values with the names of secrets, and the given secrets wherever they
 * stand, become `***`. Long texts are cut, and the whole is.
 */
export function captureContent(value: unknown, secrets: readonly string[]): string {
  const masked = JSON.stringify(maskValue(value, secrets, 0));
  return masked.length <= maximalContent ? masked : `${masked.slice(0, maximalContent)}…`;
}

/** The value of a tool's result: structured content, else the content. `members` is the JSON text of its members. */
export function readResult(members: string): unknown {
  const result: unknown = JSON.parse(`{${members}}`);
  return isJsonObject(result) ? (result['structuredContent'] ?? result['content']) : undefined;
}

function maskValue(value: unknown, secrets: readonly string[], level: number): unknown {
  if (typeof value === 'string') return maskText(value, secrets, level);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (level === maximalLevel) return '…';
  if (Array.isArray(value)) return value.map((each) => maskValue(each, secrets, level + 1));
  const members = Object.entries(value).map(([name, each]) => [
    maskSecrets(name, secrets),
    secretName.test(name) && typeof each !== 'boolean' ? '***' : maskValue(each, secrets, level + 1),
  ]);
  return Object.fromEntries(members);
}

/** A text that is JSON is masked as a value: results repeat structured content as a text. */
function maskText(text: string, secrets: readonly string[], level: number): string {
  const parsed = /^\s*[[{]/u.test(text) ? parse(text) : undefined;
  const masked =
    parsed === undefined ? maskSecrets(text, secrets) : JSON.stringify(maskValue(parsed, secrets, level + 1));
  return masked.length <= maximalText ? masked : `${masked.slice(0, maximalText)}…`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
