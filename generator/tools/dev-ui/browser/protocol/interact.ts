import { finishRequest } from '../../../../../runtime/wire/peer/finish-request.js';
import type { Connection, RequestOptions } from './connection.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, textAt } from './json-object.js';

/** Request of the server to the user: an elicitation, sampling or roots request. */
export interface ClientRequest {
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`. */
  readonly method: string;
  readonly params: JsonObject;
  /** Aborted when the response is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks the user; resolves with the result of the client request, or throws `PeerError`. */
export type Ask = (request: ClientRequest) => Promise<JsonObject>;

/** Callbacks of {@link interact}. */
interface InteractOptions extends RequestOptions {
  readonly ask: Ask;
  /** Called with each state of the task that the request has become. */
  readonly onTask?: (task: JsonObject) => void;
}

/** Rounds of client requests at most, so that a server cannot ask for ever. */
const maxRounds = 100;

/** Milliseconds between two looks at a task: the default, and limits for what the server wishes. */
const pollMs = { byDefault: 1000, least: 100, most: 30_000 };

/**
 * Sends a request until it has its final result, and asks the user what the server wants to know.
 *
 * @throws {PeerError} as `request` of the connection does
 */
export function interact(
  connection: Connection,
  method: string,
  params: JsonObject,
  { ask, onTask, ...options }: InteractOptions,
): Promise<JsonObject> {
  const { signal, onId } = options;
  return finishRequest({
    send: (more) => connection.request(method, { ...params, ...more }, options),
    request: (name, about) => connection.request(name, about, onId === undefined ? {} : { onId }),
    ask: (request) => ask({ method: textAt(request, 'method') ?? '', params: objectAt(request, 'params'), signal }),
    onTask,
    // The next look at the task says what became of it.
    onResponseFailed: () => {},
    signal,
    pollMs: ({ pollIntervalMs: wished }) =>
      Math.min(Math.max(typeof wished === 'number' ? wished : pollMs.byDefault, pollMs.least), pollMs.most),
    maxRounds: maxRounds,
  });
}
