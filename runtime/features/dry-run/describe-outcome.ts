import { ToolResult } from '../../core/api/builders.js';
import { fillPlaceholder } from '../../core/api/generated-code.js';
import { shorten } from '../../core/results/shorten.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { stringifyExact } from '../../wire/stringify-exact.js';

/** Maximum length of an outcome, and of one of its members, in a confirmation, in characters. */
const maxCharacters = 2_000;

/** Outcome of a dry run, for a confirmation. */
interface Outcome {
  readonly text: string;
  /** Members of a structured outcome. */
  readonly members: JsonObject;
}

/** Describes the return value of a dry run. */
export function describeOutcome(returned: unknown): Outcome {
  const parts = ToolResult.partsOf(returned);
  const value = parts === undefined ? returned : parts.structured?.value;
  const members = isJsonObject(value) ? value : {};
  if (parts === undefined || parts.structured !== undefined) return { text: toText(value), members };
  const texts = parts.content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  return { text: shorten(texts.join('\n'), maxCharacters), members };
}

/**
 * Fills in a message: text and placeholder names by turns.
 *
 * @param args Arguments of the call.
 */
export function fillMessage(parts: readonly string[], args: JsonObject, { text, members }: Outcome): string {
  const valueOf = (name: string): string => {
    if (name === 'dryRun') return text;
    const [owner, member] = name.split('.', 2);
    if (owner !== 'dryRun' || member === undefined) return fillPlaceholder(args, name);
    return Object.hasOwn(members, member) ? toText(members[member]) : '';
  };
  return parts.map((part, index) => (index % 2 === 0 ? part : valueOf(part))).join('');
}

function toText(value: unknown): string {
  return shorten(typeof value === 'string' ? value : (stringifyExact(value) ?? ''), maxCharacters);
}
