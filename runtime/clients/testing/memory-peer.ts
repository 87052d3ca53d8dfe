import type { ClientPeer, CompleteParams } from '../client/create-client.js';
import { ConnectionError, RequestError, TimeoutError } from '../client/call-error.js';
import type { RunInside } from '../../core/api/environment.js';
import type { RequestOptions } from '../client/send-request.js';
import type { LogLevel } from '../../core/api/request-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { PeerError } from '../../wire/peer/peer.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { initialize, makeCall, type MissingCapability, type Player } from './play-call.js';
import { openStreamLink, type LinkOptions } from './open-stream-link.js';
import { openTestPeer } from './open-test-peer.js';
import { isModernVersion } from '../../wire/protocol-versions.js';
import type { TestCase } from './test-case.js';

/** Progress that a handler reported. */
export interface RecordedProgress {
  /** Name of the tool or prompt, or URI of the resource. */
  readonly of: string;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Log message that a handler sent. */
export interface RecordedLog {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}

/** Options of a peer in memory. */
export interface MemoryPeerOptions extends LinkOptions {
  readonly protocolVersion: ProtocolVersion;
  /** Capabilities that the client does not declare. */
  readonly withoutCapabilities: readonly MissingCapability[];
  /** Returns the result of a client request. */
  readonly respond: (clientRequest: JsonObject) => Promise<JsonObject>;
  /** Runs server code. */
  readonly runInside: RunInside;
}

/** Client of a server in the same process, which collects progress and log messages. */
export class MemoryPeer implements ClientPeer {
  readonly progress: RecordedProgress[] = [];
  readonly logs: RecordedLog[] = [];
  readonly #options: MemoryPeerOptions;
  readonly #player: Player;
  /** Pending requests, by their progress tokens. */
  readonly #open = new Map<string, OpenRequest>();
  /** Errors that handlers threw, by the results of their calls. */
  readonly #causes = new WeakMap<object, unknown>();
  #started: Promise<unknown> | undefined;
  #requests = 0;
  #isClosed = false;

  constructor(options: MemoryPeerOptions) {
    const { respond, withoutCapabilities } = options;
    this.#options = options;
    const client = openTestPeer((events) => openStreamLink(options, 'newline', events), {
      respond,
      noticed: (method, params) => this.#notice(method, params),
      fail: (reason) => this.#fail(new Error(reason)),
    });
    this.#player = {
      client,
      clientInfo: { name: 'test', version: '1.0.0' },
      withoutCapabilities,
      respond,
    };
  }

  async callTool(
    { name, arguments: input }: Parameters<ClientPeer['callTool']>[0],
    options?: RequestOptions,
  ): Promise<JsonObject> {
    const tool = this.#options.service.state.tools?.get(name)?.definition;
    const isTask = tool?.task?.support === 'required';
    const result = await this.request('tools/call', { name, arguments: input }, options, isTask);
    const hasStructured = protocolFeatures[this.#options.protocolVersion].structuredContent;
    // A result with `isError` has no value.
    if (hasStructured || result['isError'] === true || (await tool?.validators())?.output === undefined) return result;
    return { ...result, structuredContent: readMirror(result) };
  }

  getPrompt(params: Parameters<ClientPeer['getPrompt']>[0], options?: RequestOptions): Promise<JsonObject> {
    return this.request('prompts/get', params, options);
  }

  readResource(params: { uri: string }, options?: RequestOptions): Promise<JsonObject> {
    return this.request('resources/read', params, options);
  }

  complete(params: CompleteParams, options?: RequestOptions): Promise<JsonObject> {
    return this.request('completion/complete', { ...params }, options);
  }

  /** Returns a modern version if the protocol version has no structured content, because values are never wrapped in such versions. */
  getNegotiatedProtocolVersion(): string {
    return protocolFeatures[this.#options.protocolVersion].structuredContent
      ? this.#options.protocolVersion
      : '2026-07-28';
  }

  /**
   * @throws RequestError for an error of the server; TimeoutError and the reason of the signal; ConnectionError after
   *   `close`; Error for a client request without a response.
   */
  async request(
    method: string,
    params: JsonObject,
    { signal, timeout }: RequestOptions = {},
    isTask = false,
  ): Promise<JsonObject> {
    if (this.#isClosed) throw new ConnectionError();
    const { protocolVersion } = this.#options;
    const testCase: TestCase = { protocolVersion, transport: 'stdio', isTask };
    await (this.#started ??= isModernVersion(protocolVersion) ? Promise.resolve() : this.#start(testCase));
    this.#requests += 1;
    const progressToken = `progress-${this.#requests}`;
    const { failed, fail } = makeFailure();
    const name = String(params['name'] ?? params['uri'] ?? method);
    const open: OpenRequest = { name, isTool: method === 'tools/call', fail, ids: new Set() };
    this.#open.set(progressToken, open);
    const logging = isModernVersion(protocolVersion) ? { 'io.modelcontextprotocol/logLevel': 'debug' } : {};
    const call = { method, params: { ...params, _meta: { ...logging, progressToken } } };
    const limit = startLimit(signal, timeout);
    limit?.signal.addEventListener('abort', () => fail(limit.signal.reason as Error), { once: true });
    try {
      const asked = { onId: (id: unknown) => void open.ids.add(id), ...(limit && { signal: limit.signal }) };
      const pendingResult = this.#options.runInside(() =>
        makeCall({ ...this.#player, options: asked }, testCase, call),
      );
      const result = await Promise.race([pendingResult, failed]);
      if (open.thrown !== undefined) this.#causes.set(result, open.thrown);
      return result;
    } catch (error) {
      if (!(error instanceof PeerError)) throw error;
      const { code, message, data } = error;
      throw new RequestError({ code, message, data }, open.thrown);
    } finally {
      limit?.end();
      this.#open.delete(progressToken);
    }
  }

  /** Progress tokens of pending tool calls. */
  get openTokens(): readonly string[] {
    return [...this.#open].flatMap(([token, { isTool }]) => (isTool ? token : []));
  }

  causeOf(result: object): unknown {
    return this.#causes.get(result);
  }

  /** Records the error that the handler of a request threw. */
  noteThrown(id: unknown, thrown: unknown): void {
    for (const open of this.#open.values()) if (open.ids.has(id)) open.thrown = thrown;
  }

  close(): void {
    this.#isClosed = true;
    this.#fail(new ConnectionError());
    void this.#player.client.close();
  }

  async #start(testCase: TestCase): Promise<void> {
    await initialize(this.#player, testCase);
    await this.#player.client.request('logging/setLevel', { level: 'debug' });
  }

  #fail(error: Error): void {
    for (const { fail } of this.#open.values()) fail(error);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/message') this.logs.push(params as unknown as RecordedLog);
    if (method !== 'notifications/progress') return;
    const { progressToken, ...progress } = params;
    const of = this.#open.get(String(progressToken))?.name ?? '';
    this.progress.push({ of, ...progress } as unknown as RecordedProgress);
  }
}

/** Pending request. */
interface OpenRequest {
  readonly name: string;
  readonly isTool: boolean;
  readonly fail: (error: Error) => void;
  /** Ids of the messages of the request: one for each round of client requests. */
  readonly ids: Set<unknown>;
  /** Error that the handler threw. */
  thrown?: unknown;
}

/**
 * Creates a signal that is aborted when another signal is aborted or a timeout elapses; `undefined` if there is neither
 * a signal nor a timeout.
 */
function startLimit(
  outer: AbortSignal | undefined,
  timeout: number | undefined,
): { readonly signal: AbortSignal; readonly end: () => void } | undefined {
  if (outer === undefined && timeout === undefined) return undefined;
  const controller = new AbortController();
  const interrupt = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', interrupt, { once: true });
  if (outer?.aborted === true) interrupt();
  const timer =
    timeout === undefined ? undefined : setTimeout(() => controller.abort(new TimeoutError(timeout)), timeout);
  const end = (): void => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', interrupt);
  };
  return { signal: controller.signal, end };
}

function makeFailure(): { readonly failed: Promise<never>; readonly fail: (error: Error) => void } {
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  return { failed, fail };
}

/** Parses the text of a result as JSON; `undefined` if it is not JSON. */
function readMirror({ content }: JsonObject): unknown {
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  try {
    return isJsonObject(block) ? JSON.parse(String(block['text'])) : undefined;
  } catch {
    return undefined;
  }
}
