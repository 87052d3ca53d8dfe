import { setTimeout as sleep } from 'node:timers/promises';
import { encodeSession, listSessions, pauseMs } from '../workload.mjs';
import { Connection } from './connection.mjs';
import { parseMessage } from './read-response.mjs';

/** A user that opens a session for each tool, and one for the list, then pauses and begins again. */
export class VirtualUser {
  #connection;
  #sessions;
  #log;

  /**
   * @param {number} number From 1.
   * @param {{ count: (name: string, milliseconds: number) => void, fail: (message: string) => void }} log Receives each
   *   counted request, and each wrong response.
   */
  constructor(number, port, log) {
    this.#connection = new Connection(port);
    this.#sessions = listSessions(number).map((session) => ({ ...session, encode: encodeSession(session, port) }));
    this.#log = log;
  }

  /** Works until `isOver` returns true, at the end of a session. */
  async work(isOver) {
    try {
      while (!isOver()) {
        for (const session of this.#sessions) {
          if (isOver()) return;
          await this.#run(session);
        }
        await sleep(pauseMs);
      }
    } finally {
      this.#connection.close();
    }
  }

  /** Makes each session once and returns the results by name. */
  async tour() {
    const results = {};
    for (const session of this.#sessions) results[session.name] = await this.#run(session);
    this.#connection.close();
    return results;
  }

  async #run({ name, encode, isRight }) {
    const { sessionId } = await this.#ask(
      'initialize',
      encode().initialize,
      ({ serverInfo }) => serverInfo !== undefined,
    );
    const { initialized, work, end } = encode(sessionId);
    const notified = await this.#send(initialized);
    if (notified.status !== 202) this.#log.fail(`notifications/initialized: status ${notified.status}`);
    const { result } = await this.#ask(name, work, isRight);
    if (sessionId !== undefined) await this.#send(end);
    return result;
  }

  /** Makes a counted request. */
  async #ask(name, request, isRight) {
    const started = performance.now();
    const { status, sessionId, body } = await this.#send(request);
    this.#log.count(name, performance.now() - started);
    const result = this.#check(name, status, body, isRight);
    return { sessionId, result };
  }

  #check(name, status, body, isRight) {
    try {
      const { result } = parseMessage(body);
      if (status === 200 && isRight(result)) return result;
    } catch {
      // A body that is not JSON, or a result of another form.
    }
    this.#log.fail(`${name}: status ${status}, ${body.slice(0, 300)}`);
    return undefined;
  }

  /** A server may close an idle connection just before a request reaches it: clients send the request again. */
  async #send(request) {
    try {
      return await this.#connection.exchange(request);
    } catch (error) {
      if (error.isRetryable !== true) throw error;
      return this.#connection.exchange(request);
    }
  }
}
