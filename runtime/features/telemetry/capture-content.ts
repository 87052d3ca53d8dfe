import { createMask } from '../../core/results/mask-secrets.js';
import { isJsonObject } from '../../wire/json.js';

/** Maximum length of captured content, and of a string in it, in characters. */
const maxContent = 8192;
const maxText = 1024;
/** Maximum nesting depth of captured values. */
const maxLevel = 16;
/** Maximum length of JSON text that is parsed, in characters. */
const maxJson = 2 * 1024 * 1024;

/** Pattern for names of secret values. */
const secretName =
  /pass(?:word|phrase|wd)|secret|token$|^token|api_?-?key|authorization|credential|cookie|private_?-?key/iu;

/**
 * Encodes arguments or a result as JSON text, for an attribute. Values with secret names, and all occurrences of the
 * secrets, become `***`. Long strings, and the whole text, are truncated.
 */
export function captureContent(value: unknown, secrets: readonly string[]): string {
  const masked = JSON.stringify(new Capture(createMask(secrets), maxContent).mask(value, 0));
  return masked.length <= maxContent ? masked : `${masked.slice(0, maxContent)}…`;
}

/**
 * Reads the value of a tool's result: structured content, otherwise the content; a marker if the text is too long to be
 * parsed.
 *
 * @param members JSON text of the members of the result.
 */
export function readResult(members: string): unknown {
  if (members.length > maxJson) return `… (${members.length} characters)`;
  const result: unknown = JSON.parse(`{${members}}`);
  return isJsonObject(result) ? (result['structuredContent'] ?? result['content']) : undefined;
}

/** Masks the beginning of a value. Skips parts beyond the limit, which would be truncated anyway. */
class Capture {
  readonly #mask: (text: string) => string;
  #left: number;

  constructor(mask: (text: string) => string, characters: number) {
    this.#mask = mask;
    this.#left = characters;
  }

  mask(value: unknown, level: number): unknown {
    if (typeof value === 'string') return this.#count(this.#maskText(value, level));
    this.#left -= 1;
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (level === maxLevel) return '…';
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (let index = 0; index < value.length && this.#left >= 0; index += 1) {
        items.push(this.mask(value[index], level + 1));
      }
      return items;
    }
    const members: (readonly [string, unknown])[] = [];
    for (const [name, each] of Object.entries(value)) {
      if (this.#left < 0) break;
      const isSecret = secretName.test(name) && typeof each !== 'boolean';
      members.push([this.#count(this.#mask(name)), isSecret ? this.#count('***') : this.mask(each, level + 1)]);
    }
    return Object.fromEntries(members);
  }

  #count(text: string): string {
    this.#left -= text.length;
    return text;
  }

  /** Masks a string. JSON is masked as a value, because results repeat structured content as text. */
  #maskText(text: string, level: number): string {
    const isJson = /^\s*[[{]/u.test(text);
    if (isJson && text.length > maxJson) return '…';
    const parsed = isJson ? parse(text) : undefined;
    const masked =
      parsed === undefined
        ? this.#mask(text)
        : JSON.stringify(new Capture(this.#mask, maxText).mask(parsed, level + 1));
    return masked.length <= maxText ? masked : `${masked.slice(0, maxText)}…`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
