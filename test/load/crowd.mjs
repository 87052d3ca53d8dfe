import { topicCount } from './build-servers.mjs';
import { HttpClients } from './http-clients.mjs';
import { News } from './news.mjs';

/** Every so many sessions, one subscribes to a topic. */
const subscribing = 20;
/** Sessions that are opened, or make their first calls, at the same time. */
const atOnce = 32;

/** The clients of all nodes: sessions with their event streams, and modern subscribers. */
export class Crowd {
  clients;
  news = new News();
  /** Headers of each session. */
  sessions = [];
  /** Streams that have ended although nothing ended them. */
  lostStreams = 0;

  constructor(urls) {
    this.clients = new HttpClients(urls);
  }

  /** Opens more sessions, each with its event stream. Rejects with the first error. */
  async open(count) {
    await forEach(count, async () => {
      const session = await this.clients.openSession();
      await this.clients.listenLegacy(session, this.#take, this.#lose);
      this.sessions.push(session);
    });
  }

  /** Makes each session known to all nodes, by a call at each. */
  async visitAll() {
    const { count } = this.clients;
    const call = { name: 'echo', arguments: { text: 'hello' } };
    await forEach(this.sessions.length * count, (index) =>
      this.clients.callLegacy(this.sessions[Math.floor(index / count)], 'tools/call', call, index % count),
    );
  }

  /** Subscribes to the topics: some of the sessions, and a modern client for each topic. */
  async subscribe() {
    for (let index = 0; index < this.sessions.length; index += subscribing) {
      const topic = (index / subscribing) % topicCount;
      await this.clients.callLegacy(this.sessions[index], 'resources/subscribe', { uri: uriOf(topic) });
      this.news.addSubscriber(topic);
    }
    for (let topic = 0; topic < topicCount; topic += 1) {
      const wanted = { resourceSubscriptions: [uriOf(topic)] };
      await new Promise((resolve, reject) => {
        const take = (message) =>
          message.method?.endsWith('/acknowledged') === true ? resolve() : this.#take(message);
        this.clients.listenModern(wanted, take, this.#lose).catch(reject);
      });
      this.news.addSubscriber(topic);
    }
  }

  #take = ({ method, params }) => {
    if (method === 'notifications/resources/updated') this.news.take(Number(params.uri.split('/').at(-1)));
  };

  #lose = () => {
    this.lostStreams += 1;
  };
}

function uriOf(topic) {
  return `load://news/${topic}`;
}

/** Does something so many times, several at once. Rejects with the first error. */
async function forEach(count, work) {
  let begun = 0;
  const doNext = async () => {
    while (begun < count) await work(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, doNext));
}
