import type { ClientIdentity, LogLevel } from '../api/request-context.js';
import type { Caller } from '../exchange/caller.js';
import type { JsonObject } from '../protocol/json-object.js';
import { encodeNotification } from '../protocol/json-rpc.js';
import type { LegacyRevision } from '../protocol/revisions.js';
import type { Change } from '../service/enabled-entries.js';
import type { OpenQuestions } from './dialog.js';

/**
 * The client as it has introduced itself; calls keep the one that they came from, whatever it says later. Only its log
 * level goes with the time.
 */
export class LegacyCaller implements Caller {
  readonly revision: LegacyRevision;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  readonly #session: Pick<LegacySession, 'logLevel'>;

  constructor(
    session: Pick<LegacySession, 'logLevel'>,
    revision: LegacyRevision,
    client?: ClientIdentity,
    clientCapabilities: JsonObject = {},
  ) {
    this.#session = session;
    this.revision = revision;
    this.client = client;
    this.clientCapabilities = clientCapabilities;
  }

  get logLevel(): LogLevel {
    return this.#session.logLevel;
  }
}

/** What a connection remembers of its client: `initialize` and `logging/setLevel` write it. */
export class LegacySession {
  /** Who sends the requests; another one after each `initialize`. */
  caller: LegacyCaller;
  logLevel: LogLevel = 'info';
  /** There once the server has asked something, or the client has answered something. */
  questions: Promise<OpenQuestions> | undefined;
  /** The client says nothing more. */
  hasEnded = false;
  #subscriptions: Set<string> | undefined;

  /** @param revision What the client speaks until it says something. */
  constructor(revision: LegacyRevision) {
    this.caller = new LegacyCaller(this, revision);
  }

  /** URIs that the client wants to hear about. */
  get subscriptions(): Set<string> {
    return (this.#subscriptions ??= new Set());
  }
}

/** The questions of a session; what is done with them is done in the order of the calls. */
export function loadQuestions(session: LegacySession): Promise<OpenQuestions> {
  return (session.questions ??= import('./dialog.js').then((loaded) => new loaded.OpenQuestions(session.hasEnded)));
}

/** The client says nothing more: what it has not answered remains unanswered. */
export function endSession(session: LegacySession): void {
  session.hasEnded = true;
  void session.questions?.then((questions) => questions.end());
}

/**
 * The notification that tells a client of a change; `undefined` when it did not ask for it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export function encodeChange(change: Change, session: LegacySession): string | undefined {
  if ('list' in change) return encodeNotification(`notifications/${change.list}/list_changed`, '{}');
  if (!session.subscriptions.has(change.uri)) return undefined;
  return encodeNotification('notifications/resources/updated', JSON.stringify({ uri: change.uri }));
}
