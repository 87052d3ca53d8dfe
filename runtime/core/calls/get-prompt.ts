import type { PromptDefinition } from '../api/definition.js';
import type { PromptArguments } from '../api/handlers.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { invalidParams } from '../../wire/protocol-error.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { HandlerResultError, encodeBlock, readMeta } from '../results/encode-content.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { Handler } from '../service/tool.js';
import { addSupplied } from './add-supplied.js';
import type { CallContext } from './call-context.js';
import { reportFailure } from './report-failure.js';

/**
 * Serves `prompts/get`. The description comes from the handler's result or, if it has none, from the definition.
 *
 * @throws ProtocolError -32602 for an unknown prompt and for missing or malformed arguments; -32603 when the handler
 *   fails or returns malformed messages, and when the server has no value for an argument that it supplies.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt
 */
export async function getPrompt(service: Service, params: JsonObject, context: CallContext): Promise<ResultBody> {
  const { name, arguments: values = {} } = params;
  if (typeof name !== 'string') throw invalidParams('Invalid params: "name" must be a string');
  const prompt = service.prompts.get(name);
  if (prompt === undefined || !service.enabled.has('prompts', name)) {
    const { refuseName } = await import('./refuse-name.js');
    return refuseName(service, 'prompt', name);
  }
  checkArguments(prompt, values);
  const all = await addSupplied(service, prompt.supplied, values, context, `PROMPT: ${name}`);
  try {
    const value = await answer(service, prompt, all, context);
    return encodePrompt(prompt, value, context.protocolVersion);
  } catch (error) {
    throw reportFailure(service, context, error, `PROMPT: ${name}`, 'Prompt execution failed');
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
  // A request that was cancelled in the meantime must no longer take effect.
  if (context.isClosed) return [];
  context.enter(service, 'PROMPT', name, elicitations);
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

/**
 * Turns the return value of a prompt handler into a result.
 *
 * @throws HandlerResultError for malformed messages: each needs a role, and content with the fields of its type.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
function encodePrompt(prompt: PromptDefinition, value: unknown, protocolVersion: ProtocolVersion): ResultBody {
  const answered = typeof value === 'string' ? [{ role: 'user', content: value }] : value;
  const all: JsonObject = isJsonObject(answered) ? answered : { messages: answered };
  const { messages, description, _meta } = all;
  if (!Array.isArray(messages)) throw new HandlerResultError('it must be a string, an array of messages or {messages}');
  const encoded = messages.map((message: unknown, index) =>
    encodeMessage(message, `messages[${index}]`, protocolVersion),
  );
  const described = typeof description === 'string' ? description : prompt.description;
  return {
    members: `${described === undefined ? '' : `"description":${JSON.stringify(described)},`}"messages":[${encoded.join(',')}]`,
    ...readMeta(_meta),
  };
}

function encodeMessage(message: unknown, path: string, protocolVersion: ProtocolVersion): string {
  if (!isJsonObject(message)) throw new HandlerResultError(`${path} must be an object`);
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new HandlerResultError(`${path}.role must be user or assistant`);
  const block = typeof content === 'string' ? { type: 'text', text: content } : content;
  return `{"role":"${role}","content":${encodeBlock(addMediaType(block), `${path}.content`, protocolVersion)}}`;
}

/**
 * Adds a generic media type to an embedded resource without one, because prompts require it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#embedded-resources
 */
function addMediaType(block: unknown): unknown {
  const resource = isJsonObject(block) && block['type'] === 'resource' ? block['resource'] : undefined;
  if (!isJsonObject(block) || !isJsonObject(resource)) return block;
  const general = 'blob' in resource ? 'application/octet-stream' : 'text/plain';
  return { ...block, resource: { ...resource, mimeType: resource['mimeType'] ?? general } };
}
