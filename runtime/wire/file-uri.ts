import { isJsonObject, type JsonObject } from './json.js';
import { parseJson } from './parse-json.js';
import { stringifyExact } from './stringify-exact.js';

/** A part of a file, in bytes. */
export interface FileRange {
  readonly offset: number;
  readonly length: number;
}

/** File that a tool reads from an API. */
export interface FileTarget {
  readonly tool: string;
  readonly input: JsonObject;
  /** Range of the file; `undefined`: the whole file. */
  readonly range: FileRange | undefined;
}

const start = 'api-file:///';
/** Maximum number of characters of a URI. */
const maxUri = 8000;
/** Maximum number of bytes of a part. */
export const maxPart = 1_048_576;

/**
 * Returns the URI of the file that a tool call returns. It contains the call and no secret, because a read is checked
 * like the call.
 *
 * @returns `undefined` if the URI would be too long.
 */
export function printFileUri(tool: string, input: unknown): string | undefined {
  const uri = `${start}${encodeURIComponent(tool)}?arguments=${encodeURIComponent(stringifyExact(input ?? {}) ?? '{}')}`;
  return uri.length > maxUri ? undefined : uri;
}

/** Whether a URI belongs to a file of an API. */
export function isFileUri(uri: string): boolean {
  return uri.startsWith(start);
}

/**
 * Parses a URI created by {@link printFileUri}, with `offset` and `length` for a part. Returns `undefined` for any other URI.
 */
export function parseFileUri(uri: string): FileTarget | undefined {
  const [, name, json, offset = '0', length] =
    /^api-file:\/\/\/([^?#&/]+)\?arguments=([^?#&]+)(?:&offset=(\d{1,15}))?(?:&length=(\d{1,15}))?$/u.exec(uri) ?? [];
  if (name === undefined || json === undefined || uri.length > maxUri + 100) return undefined;
  try {
    const input: unknown = parseJson(decodeURIComponent(json));
    if (!isJsonObject(input)) return undefined;
    const isPart = /&(?:offset|length)=\d+$/u.test(uri);
    const range = { offset: Number(offset), length: Math.min(Number(length ?? maxPart), maxPart) };
    return { tool: decodeURIComponent(name), input, range: isPart ? range : undefined };
  } catch {
    return undefined;
  }
}
