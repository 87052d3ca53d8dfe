import type { OperationDefinition } from '../../core/api/definition.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseExactJson } from '../../wire/parse-json.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import { showArguments } from './show-arguments.js';

/** Maximum length of what a call would do in a confirmation, in characters. */
const maxShownCharacters = 500;

/** Whether a call changes nothing, according to its arguments. */
export function isTrial({ trialArgument }: OperationDefinition, json: string): boolean {
  return trialArgument !== undefined && readObject(json)?.[trialArgument] === true;
}

/** Returns the arguments with which a call changes nothing; `undefined` if there are none. */
export function asTrial({ trialArgument }: OperationDefinition, json: string): string | undefined {
  const input = trialArgument === undefined ? undefined : readObject(json);
  return input && stringifyExact({ ...input, [String(trialArgument)]: true });
}

/**
 * Describes what a call would do.
 *
 * @param members JSON text of the members of the result of a call that changed nothing.
 */
export function describeTrial(members: string): string {
  const { content, structuredContent, isError, _meta: meta } = readObject(`{${members}}`) ?? {};
  const blocks = Array.isArray(content) ? content : [];
  // The first block of a marked result is a note.
  const isMarked = isJsonObject(meta) && meta['create-mcp-from-schema/dryRun'] === true;
  const texts = blocks
    .slice(isMarked ? 1 : 0)
    .flatMap((block: unknown) => (isJsonObject(block) && block['type'] === 'text' ? [String(block['text'])] : []));
  if (isError === true) return describeFailedTrial(texts.join('\n'));
  const text = structuredContent === undefined ? texts.join('\n') : (stringifyExact(structuredContent) ?? '');
  return `Dry run: ${showArguments(text, maxShownCharacters)}`;
}

/** Describes a call that would fail. */
export function describeFailedTrial(message: string): string {
  return `Dry run failed: ${showArguments(message, maxShownCharacters)}`;
}

/** Parses arguments, which come from the script's thread; `undefined` unless they are an object. */
function readObject(json: string): JsonObject | undefined {
  try {
    const value = parseExactJson(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
