import { finishRequest } from '../../../../../runtime/wire/peer/finish-request.js';
import type { Connection, RequestOptions } from './connection.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, textAt } from './json-object.js';

/** Client request that the user responds to: an elicitation, sampling or roots request. */
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
  /** Called with each state of the task, if the request became a task. */
  readonly onTask?: (task: JsonObject) => void;
}

/** Maximum number of rounds of client requests, so that a server cannot ask forever. */
const maxRounds = 100;

/** Polling interval of a task in milliseconds: default, and limits for the server's suggestion. */
const pollMs = { byDefault: 1000, least: 100, most: 30_000 };

/**
 * Sends a request, and repeats it with the user's responses to client requests until there is a final result.
 *
 * @throws {PeerError} under the same conditions as `request` of the connection
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
    // The next poll shows the outcome.
    onResponseFailed: () => {},
    signal,
    pollMs: ({ pollIntervalMs: wished }) =>
      Math.min(Math.max(typeof wished === 'number' ? wished : pollMs.byDefault, pollMs.least), pollMs.most),
    maxRounds: maxRounds,
  });
}
