import type { ClientIdentity, LogLevel } from '../api/request-context.js';
import type { Caller } from '../exchange/caller.js';
import type { JsonObject } from '../protocol/json-object.js';
import { encodeNotification } from '../protocol/json-rpc.js';
import type { LegacyRevision } from '../protocol/revisions.js';
import type { Change } from '../service/enabled-entries.js';
import type { OpenQuestions } from './dialog.js';

/** The client as its last `initialize` described it. A request keeps the caller that it came from. */
export interface LegacyCaller extends Caller {
  readonly revision: LegacyRevision;
  logLevel: LogLevel;
}

/** The state that a connection keeps for its client. `initialize`, `logging/setLevel` and subscriptions change it. */
export class LegacySession {
  /** The caller of requests that come from now on. */
  caller: LegacyCaller;
  /** Id of a session over HTTP. */
  readonly id: string | undefined;
  /** URIs that the client has subscribed to. */
  readonly subscriptions = new Set<string>();
  #questions: Promise<OpenQuestions> | undefined;
  #isReady = false;
  #hasEnded = false;

  /**
   * @param revision The revision that counts until `initialize` negotiates one.
   * @param id Id of a session over HTTP.
   */
  constructor(revision: LegacyRevision, id?: string) {
    this.id = id;
    this.caller = { revision, client: undefined, clientCapabilities: {}, logLevel: 'info' };
  }

  /** Starts the session anew, for an `initialize`. */
  restart(revision: LegacyRevision, client: ClientIdentity, clientCapabilities: JsonObject): void {
    this.caller = { revision, client, clientCapabilities, logLevel: 'info' };
    this.subscriptions.clear();
  }

  /** The questions to the client. Callers get them in the order of their calls. */
  loadQuestions(): Promise<OpenQuestions> {
    return (this.#questions ??= import('./dialog.js').then(
      (loaded) => new loaded.OpenQuestions(this.#isReady, this.#hasEnded),
    ));
  }

  /** The client has sent `notifications/initialized`: it can be asked. */
  makeReady(): void {
    this.#isReady = true;
    void this.#questions?.then((questions) => questions.makeReady());
  }

  /** The client sends nothing more: open questions get no answer. */
  end(): void {
    this.#hasEnded = true;
    void this.#questions?.then((questions) => questions.end());
  }

  /**
   * The notification of a change; `undefined` when the client has not subscribed to it.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
   */
  encodeChange(change: Change): string | undefined {
    if ('list' in change) return encodeNotification(`notifications/${change.list}/list_changed`, '{}');
    if (!this.subscriptions.has(change.uri)) return undefined;
    return encodeNotification('notifications/resources/updated', JSON.stringify({ uri: change.uri }));
  }
}
