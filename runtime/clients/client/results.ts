import type { CompletionPage, PromptContent } from '../../core/api/handlers.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { InvalidResultError } from './invalid-result-error.js';

/** Result of a tool. */
export interface ToolCallResult<Output> {
  /** Value that matches the output schema of the tool. */
  readonly structured: Output;
  /** Text of all text blocks, joined by line breaks. */
  readonly text: string;
  /** All blocks, as sent. */
  readonly content: readonly PromptContent[];
  /** `_meta` of the result. */
  readonly meta: { readonly [key: string]: unknown };
}

/** Result of a prompt. */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly ReceivedMessage[];
  /** Text of all messages, joined by line breaks. */
  readonly text: string;
}

/** Message of a prompt, as sent. */
export interface ReceivedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: PromptContent;
}

/** Result of a resource. */
export interface ReadResourceResult {
  readonly contents: readonly ReceivedContents[];
  /** Text of all text items, joined by line breaks. */
  readonly text: string;
}

/** Item of a resource, as sent: text, or bytes in Base64. */
export interface ReceivedContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Suggestions for an argument or a variable, best first. */
export type CompleteResult = CompletionPage;

/** Reads the result of `prompts/get`. @throws InvalidResultError without messages. */
export function readGetPromptResult(result: JsonObject): GetPromptResult {
  const { description, messages } = result as unknown as Partial<GetPromptResult>;
  if (!Array.isArray(messages)) throw new InvalidResultError();
  const text = textOf(messages.map(({ content }: ReceivedMessage) => content));
  return { ...(description === undefined ? {} : { description }), messages, text };
}

/** Reads the result of `resources/read`. @throws InvalidResultError without contents. */
export function readReadResourceResult(result: JsonObject): ReadResourceResult {
  const { contents } = result as unknown as Partial<ReadResourceResult>;
  if (!Array.isArray(contents)) throw new InvalidResultError();
  return { contents, text: contents.flatMap(({ text }: ReceivedContents) => text ?? []).join('\n') };
}

/** Reads the result of `completion/complete`. @throws InvalidResultError without values. */
export function readCompleteResult({ completion }: JsonObject): CompleteResult {
  if (!isJsonObject(completion) || !Array.isArray(completion['values'])) throw new InvalidResultError();
  return completion as unknown as CompleteResult;
}

/** Joins the text of all text blocks with line breaks. */
export function textOf(content: readonly PromptContent[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
}
