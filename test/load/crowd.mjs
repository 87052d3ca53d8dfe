import { setTimeout as sleep } from 'node:timers/promises';
import { topicCount } from './build-servers.mjs';
import { CutError, HttpClients } from './http-clients.mjs';
import { KeptStream } from './kept-stream.mjs';
import { News } from './news.mjs';

/** Every so many sessions, one subscribes to a topic. */
const subscribing = 20;
/** Things that are done at the same time. */
const atOnce = 32;

/** The clients of all nodes: sessions with their event streams, and modern subscribers. */
export class Crowd {
  /** Clients of the balancer. */
  clients;
  news = new News();
  /** Headers of each session. */
  sessions = [];
  #nodes;
  #streams = [];
  #ofSession = new Map();

  constructor({ url, nodes }) {
    this.clients = new HttpClients(url);
    this.#nodes = nodes.map((each) => new HttpClients(each));
  }

  /** Opens more sessions, each with its event stream. Rejects with the first error. */
  async open(count) {
    await forEach(count, async () => {
      const session = await this.clients.openSession();
      const stream = await this.#keep((options) => this.clients.listenLegacy(session, options));
      this.sessions.push(session);
      this.#ofSession.set(session, stream);
    });
  }

  /** Makes each session known to all nodes, by a call at each. */
  async visitAll() {
    const { length } = this.#nodes;
    await forEach(this.sessions.length * length, (index) =>
      this.#nodes[index % length].callLegacy(this.sessions[Math.floor(index / length)], 'ping', {}),
    );
  }

  /** Subscribes to the topics: some of the sessions, and a modern client for each topic. */
  async subscribe() {
    for (let index = 0; index < this.sessions.length; index += subscribing) {
      const topic = (index / subscribing) % topicCount;
      const session = this.sessions[index];
      await this.clients.callLegacy(session, 'resources/subscribe', { uri: uriOf(topic) });
      this.news.follow(topic, 'legacy', this.#ofSession.get(session));
    }
    for (let topic = 0; topic < topicCount; topic += 1) {
      const stream = await this.#keep((options) => this.#subscribeModern(topic, options));
      this.news.follow(topic, 'modern', stream);
    }
  }

  /** Makes a call in each session; returns the errors. */
  async visitSessions() {
    const errors = [];
    await forEach(this.sessions.length, (index) =>
      this.clients
        .callLegacy(this.sessions[index], 'ping', {})
        .catch(({ message }) => errors.push(`ping in a session: ${message}`)),
    );
    return errors;
  }

  /**
   * Times in which streams were away, and errors of those that could not be continued. Waits for those that are away, for half a minute at
   * most.
   */
  async readStreams() {
    const isAway = ({ aways, failures }) => failures.length === 0 && aways.at(-1)?.to === Number.POSITIVE_INFINITY;
    for (let count = 0; count < 300 && this.#streams.some(isAway); count += 1) await sleep(100);
    return {
      aways: this.#streams.flatMap(({ aways }) => aways),
      failures: this.#streams.flatMap(({ failures }) => failures),
    };
  }

  async #keep(open) {
    const stream = new KeptStream(open);
    this.#streams.push(stream);
    await stream.connect();
    return stream;
  }

  /** Subscribes to a topic; resolves when the server has acknowledged it. */
  #subscribeModern(topic, { onEvent, onEnd }) {
    return new Promise((resolve, reject) => {
      let isOpen = false;
      const options = {
        onEvent: (event) => {
          if (event.message?.method?.endsWith('/acknowledged') === true) {
            isOpen = true;
            resolve();
          } else onEvent(event);
        },
        onEnd: () => (isOpen ? onEnd() : reject(new CutError('the stream has ended'))),
      };
      this.clients.listenModern({ resourceSubscriptions: [uriOf(topic)] }, options).catch(reject);
    });
  }
}

export function uriOf(topic) {
  return `load://news/${topic}`;
}

/** Does something so many times, several at once. Rejects with the first error. */
export async function forEach(count, work) {
  let begun = 0;
  const doNext = async () => {
    while (begun < count) await work(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, doNext));
}
