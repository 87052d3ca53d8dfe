import type { Exchange } from './exchange.js';
import { logLevels, type ClientIdentity, type Logger, type LogLevel, type RequestContext } from './handlers.js';
import { isJsonObject, type JsonObject } from './json-object.js';
import { encodeNotification } from './json-rpc.js';
import { revisionFeatures, type Revision } from './revisions.js';

/** What an era knows about the sender of a request. */
export interface Caller {
  readonly revision: Revision;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  /** The least level of log messages that the client wants at this moment; `undefined`: it wants none. */
  readonly logLevel: LogLevel | undefined;
}

const noMeta: JsonObject = {};

/** The context that handlers get. */
export class CallContext implements RequestContext {
  readonly revision: Revision;
  readonly client?: ClientIdentity;
  readonly clientCapabilities: JsonObject;
  readonly meta: JsonObject;
  /** The URI that is read, for the handlers of resource templates. */
  readonly uri: string;
  readonly #exchange: Exchange;
  readonly #caller: Caller;
  #lastProgress = -Infinity;
  #logger: Logger | undefined;

  /** @param meta `_meta` of the request, as it came. */
  constructor(exchange: Exchange, caller: Caller, meta: unknown, uri = '') {
    this.#exchange = exchange;
    this.#caller = caller;
    this.revision = caller.revision;
    if (caller.client !== undefined) this.client = caller.client;
    this.clientCapabilities = caller.clientCapabilities;
    this.meta = isJsonObject(meta) ? meta : noMeta;
    this.uri = uri;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Nobody listens any more: the request was answered or cancelled. */
  get isClosed(): boolean {
    return this.#exchange.isClosed;
  }

  get log(): Logger {
    this.#logger ??= Object.fromEntries(
      logLevels.map((level) => [level, (data: unknown, logger?: string) => this.#sendLog(level, data, logger)]),
    ) as unknown as Logger;
    return this.#logger;
  }

  releaseConnection(): void {}

  /** A function of its own, so that it can be taken out of the context. */
  get progress(): RequestContext['progress'] {
    return (progress, total, message) => this.#sendProgress(progress, total, message);
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
  #sendProgress(progress: number, total?: number, message?: string): void {
    const progressToken = this.meta['progressToken'];
    if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return;
    if (!Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const params = {
      progressToken,
      progress,
      total: Number.isFinite(total) ? total : undefined,
      message: revisionFeatures[this.revision].progressMessage ? message : undefined,
    };
    this.#exchange.notify(encodeNotification('notifications/progress', JSON.stringify(params)));
  }

  /** The same context for the handler of a resource template. */
  forUri(uri: string): CallContext {
    return new CallContext(this.#exchange, this.#caller, this.meta, uri);
  }

  /** Stops the handler; the request can still be answered. */
  abort(reason: Error): void {
    this.#exchange.abort(reason);
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
  #sendLog(level: LogLevel, data: unknown, logger: string | undefined): void {
    const wanted = this.#caller.logLevel;
    if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    this.#exchange.notify(encodeNotification('notifications/message', encodeLog(level, data, logger)));
  }
}

function encodeLog(level: LogLevel, data: unknown, logger: string | undefined): string {
  try {
    // A function or a symbol has no JSON text, and the field is required.
    return JSON.stringify({ level, logger, data: JSON.stringify(data) === undefined ? null : data });
  } catch {
    return JSON.stringify({ level, logger, data: '(data that is not JSON)' });
  }
}
