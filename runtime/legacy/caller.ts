import type { Caller } from '../call-context.js';
import type { ClientIdentity, LogLevel } from '../handlers.js';
import type { JsonObject } from '../json-object.js';
import type { LegacyRevision } from '../revisions.js';
import type { OpenQuestions } from './open-questions.js';

/** What a connection remembers of its client, who is the caller of each request: `initialize` and `logging/setLevel` write it. */
export interface LegacySession {
  revision: LegacyRevision;
  client: ClientIdentity | undefined;
  clientCapabilities: JsonObject;
  logLevel: LogLevel;
  /** URIs that the client wants to hear about. */
  readonly subscriptions: Set<string>;
  /** There once the server has asked something, or the client has answered something. */
  questions: Promise<OpenQuestions> | undefined;
  /** The client says nothing more. */
  hasEnded: boolean;
}

/** The session of a client that has not said anything yet. */
export function openSession(revision: LegacyRevision): LegacySession {
  return {
    revision,
    client: undefined,
    clientCapabilities: {},
    logLevel: 'info',
    subscriptions: new Set(),
    questions: undefined,
    hasEnded: false,
  };
}

/** The client as it is now, whatever it says later; only its log level goes with the time. */
export function currentCaller(session: LegacySession): Caller {
  const { revision, client, clientCapabilities } = session;
  return {
    revision,
    client,
    clientCapabilities,
    get logLevel() {
      return session.logLevel;
    },
  };
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
