import type { Caller } from '../call-context.js';
import type { ClientIdentity, LogLevel } from '../handlers.js';
import type { JsonObject } from '../json-object.js';
import type { LegacyRevision } from '../revisions.js';
import type { OpenQuestions } from './open-questions.js';

/** What a connection remembers of its client: `initialize` and `logging/setLevel` write it. */
export interface LegacySession {
  /** Who sends the requests; another one after each `initialize`. */
  caller: LegacyCaller;
  logLevel: LogLevel;
  /** URIs that the client wants to hear about. */
  readonly subscriptions: Set<string>;
  /** There once the server has asked something, or the client has answered something. */
  questions: Promise<OpenQuestions> | undefined;
  /** The client says nothing more. */
  hasEnded: boolean;
}

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

/** The session of a client that has not said anything yet. */
export function openSession(revision: LegacyRevision): LegacySession {
  const state = { logLevel: 'info' as LogLevel };
  return Object.assign(state, {
    caller: new LegacyCaller(state, revision),
    subscriptions: new Set<string>(),
    questions: undefined,
    hasEnded: false,
  });
}

/** The questions of a session; what is done with them is done in the order of the calls. */
export function loadQuestions(session: LegacySession): Promise<OpenQuestions> {
  return (session.questions ??= import('./open-questions.js').then(
    (loaded) => new loaded.OpenQuestions(session.hasEnded),
  ));
}

/** The client says nothing more: what it has not answered remains unanswered. */
export function endSession(session: LegacySession): void {
  session.hasEnded = true;
  void session.questions?.then((questions) => questions.end());
}
