import type { ElicitedContent, RequestedSchema, Root, SamplingResult } from '../../core/api/handler-context.js';
import { readContent } from '../../core/client-requests/read-content.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import type { RecordedClientRequest } from './recorded-client-request.js';

/** Response of the client: the user's action, the model's message, or the roots. */
export type ScriptedResponse =
  | { readonly action: 'accept'; readonly content?: ElicitedContent }
  | { readonly action: 'decline' | 'cancel' }
  | SamplingResult
  | { readonly roots: readonly Root[] };

/**
 * Responses to client requests: a list in the order of the requests; an object that maps a method or a message prefix
 * to a response or a list of responses; or a function. Each run starts at the first response.
 */
export type ResponseScript =
  | readonly ScriptedResponse[]
  | { readonly [beginning: string]: ScriptedResponse | readonly ScriptedResponse[] }
  | ((clientRequest: RecordedClientRequest) => ScriptedResponse | undefined | Promise<ScriptedResponse | undefined>);

/** Maximum number of client requests of one call. */
const maxClientRequests = 200;

/** Responses of the client in one run; records the client requests. */
export class ScriptReader {
  readonly clientRequests: RecordedClientRequest[] = [];
  readonly #script: ResponseScript;
  readonly #used = new Map<string, number>();

  constructor(script: ResponseScript) {
    this.#script = script;
  }

  /**
   * @param isStrict Whether an accepted form with invalid content is refused.
   * @throws Error if the script has no response, and after too many client requests.
   */
  async respond({ method, params }: JsonObject, isStrict = false): Promise<JsonObject> {
    const clientRequest = this.#see(String(method), isJsonObject(params) ? params : {});
    if (this.clientRequests.length > maxClientRequests)
      throw new Error(`The call sent more than ${maxClientRequests} client requests`);
    const respond = await this.#find(clientRequest);
    if (respond === undefined)
      throw new Error(`\`responses\` has no response to ${nameClientRequest(clientRequest)}: add one`);
    if (isStrict) checkContent(clientRequest, { ...respond });
    return { ...respond };
  }

  #see(name: string, params: JsonObject): RecordedClientRequest {
    const method = methods.find((each) => each === name);
    if (method === undefined) throw new Error(`The server sent the unknown request ${name}`);
    const { requestedSchema, url } = params;
    const message = readMessage(params);
    const clientRequest: RecordedClientRequest = {
      method,
      message,
      ...(isJsonObject(requestedSchema) ? { requestedSchema } : {}),
      ...(typeof url === 'string' ? { url } : {}),
      params,
      count: 1 + this.clientRequests.filter((seen) => seen.method === method && seen.message === message).length,
    };
    this.clientRequests.push(clientRequest);
    return clientRequest;
  }

  #find(clientRequest: RecordedClientRequest): ReturnType<Extract<ResponseScript, (...parameters: never) => unknown>> {
    const script = this.#script;
    if (typeof script === 'function') return script(clientRequest);
    if (isList(script)) return script[this.clientRequests.length - 1];
    const { method, message } = clientRequest;
    const beginnings = Object.keys(script).filter((text) => message.startsWith(text) || method === text);
    const [longest] = beginnings.toSorted((left, right) => right.length - left.length);
    if (longest === undefined) return undefined;
    const responses = script[longest];
    const used = this.#used.get(longest) ?? 0;
    this.#used.set(longest, used + 1);
    return responses !== undefined && isList(responses) ? responses[used] : responses;
  }
}

/** @throws Error if the content of an accepted form does not match its schema. */
function checkContent(clientRequest: RecordedClientRequest, { action, content }: JsonObject): void {
  const { requestedSchema } = clientRequest;
  if (action !== 'accept' || requestedSchema === undefined) return;
  const reading = readContent(isJsonObject(content) ? content : {}, requestedSchema as unknown as RequestedSchema);
  if ('problem' in reading)
    throw new Error(
      `The response to ${nameClientRequest(clientRequest)} does not match the schema of the form: ${reading.problem}`,
    );
}

const methods = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;

/** Returns the name of a client request in reports. */
export function nameClientRequest({ method, message }: RecordedClientRequest): string {
  return method === 'elicitation/create' ? JSON.stringify(message) : `${method} ${JSON.stringify(message)}`;
}

function readMessage({ message, messages }: JsonObject): string {
  if (typeof message === 'string') return message;
  const all: readonly JsonObject[] = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  // In older protocol versions, a message with several blocks becomes several messages with the same role.
  const end = all.findLastIndex(({ role }) => role !== all.at(-1)?.['role']) + 1;
  const blocks = all
    .slice(end)
    .flatMap(({ content }): readonly unknown[] => (Array.isArray(content) ? content : [content]));
  return blocks
    .map((block) => (isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
}

function isList<Item>(value: object | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
