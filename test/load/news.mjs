import { setTimeout as sleep } from 'node:timers/promises';
import { topicCount } from './build-servers.mjs';

/** Announcements of changes, and the notifications that subscribers got. */
export class News {
  #topics = Array.from({ length: topicCount }, () => ({ announcements: [], subscribers: [] }));
  #times = [];

  /** Counts the notifications that a stream gets from now on. */
  follow(topic, era, stream) {
    const subscriber = { era, received: 0, stream };
    const { announcements, subscribers } = this.#topics[topic];
    subscribers.push(subscriber);
    stream.onMessage = ({ method }) => {
      if (method !== 'notifications/resources/updated') return;
      subscriber.received += 1;
      const at = announcements.at(-1)?.from ?? Date.now();
      this.#times.push({ at, ms: Date.now() - at });
    };
  }

  /** Makes a call that announces a change. After an error it is unknown whether it did. */
  async announce(topic, call) {
    const announcement = { from: Date.now(), to: Number.POSITIVE_INFINITY, isCertain: false };
    this.#topics[topic].announcements.push(announcement);
    await call();
    Object.assign(announcement, { to: Date.now(), isCertain: true });
  }

  /** Waits until all notifications have come, or none has come for three seconds. */
  async settle() {
    const isComplete = ({ announcements, subscribers }) =>
      subscribers.every(({ received }) => received >= announcements.length);
    let latest = { count: this.#times.length, at: performance.now() };
    while (!this.#topics.every(isComplete) && performance.now() < latest.at + 3000) {
      await sleep(50);
      const count = this.#times.length;
      if (count > latest.count) latest = { count, at: performance.now() };
    }
  }

  /** Forgets the announcements so far. */
  reset() {
    this.#times = [];
    for (const { announcements, subscribers } of this.#topics) {
      announcements.length = 0;
      for (const subscriber of subscribers) subscriber.received = 0;
    }
  }

  /** Announcements of each topic with its subscribers, and the milliseconds from a call to each notification. */
  read() {
    const topics = this.#topics.map(({ announcements, subscribers }) => ({
      announcements,
      subscribers: subscribers.map(({ era, received, stream }) => ({ era, received, aways: stream.aways })),
    }));
    return { topics, times: this.#times };
  }
}
