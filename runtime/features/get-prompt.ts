import type { CallContext } from './call-context.js';
import type { PromptArguments, PromptDefinition } from '../api/definition.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { invalidParams, ProtocolError, unknownName } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { describeFailure } from '../results/answer-fault.js';
import { encodePromptAnswer } from '../results/encode-prompt-answer.js';
import type { ResultBody } from '../results/result-body.js';
import type { Handler, Service } from '../service/service.js';

/**
 * Answers `prompts/get`. The description is that of the answer, else that of the definition.
 *
 * @throws ProtocolError -32602 for a prompt that does not exist and for arguments that are missing or no strings;
 * -32603 when the handler fails or answers with what are no messages.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
 */
export async function getPrompt(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { name, arguments: values = {} } = params;
  if (typeof name !== 'string') throw invalidParams('Invalid params: "name" must be a string');
  const prompt = service.prompts.get(name);
  if (prompt === undefined || !service.enabled.has('prompts', name)) throw unknownName('prompt', name);
  checkArguments(prompt, values);
  try {
    const value = await answer(service, prompt, values, context);
    return encodePromptAnswer(prompt, value, context.revision);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { sent, reported } = describeFailure(error, 'Prompt execution failed');
    if (!context.isClosed) service.report(formatReport(`PROMPT: ${name}`, reported));
    throw new ProtocolError(-32603, sent);
  }
}

async function answer(
  service: Service,
  { name, messages, elicitations }: PromptDefinition,
  values: PromptArguments,
  context: CallContext,
): Promise<unknown> {
  if (messages !== undefined) return (await messages())(values);
  const { prompts } = await service.loadHandlers();
  // What was cancelled in the meantime must not take effect any more.
  if (context.isClosed) return [];
  context.enter('PROMPT', name, elicitations);
  return (prompts[name] as Handler)(values, context);
}

function checkArguments(prompt: PromptDefinition, values: unknown): asserts values is PromptArguments {
  if (!isJsonObject(values)) throw invalidParams('Invalid params: "arguments" must be an object');
  const missing = prompt.arguments.filter((argument) => argument.required && !Object.hasOwn(values, argument.name));
  if (missing.length > 0) {
    const names = missing.map((argument) => `"${argument.name}"`).join(', ');
    throw invalidParams(`Missing required arguments for prompt "${prompt.name}": ${names}`);
  }
  const wrong = Object.keys(values).find((key) => typeof values[key] !== 'string');
  if (wrong !== undefined)
    throw invalidParams(`Invalid params: argument ${JSON.stringify(wrong.slice(0, 128))} must be a string`);
}
