import { topicCount } from './build-servers.mjs';

/** Counts the notifications of topics, and measures how long they take. */
export class News {
  #topics = Array.from({ length: topicCount }, () => ({ subscribers: 0, announcedAt: 0 }));
  /** Notifications that have to come, and those that came. */
  expected = 0;
  received = 0;
  /** Milliseconds from sending the call that announces a change until the notification has come. */
  times = [];

  addSubscriber(topic) {
    this.#topics[topic].subscribers += 1;
  }

  /** A change of a topic is going to be announced. */
  expect(topic) {
    const found = this.#topics[topic];
    this.expected += found.subscribers;
    found.announcedAt = performance.now();
  }

  /** A notification has come. */
  take(topic) {
    this.received += 1;
    this.times.push(performance.now() - this.#topics[topic].announcedAt);
  }

  /** Waits until all have come, for some seconds at most; gives the counts and times, and begins anew. */
  async settle() {
    const end = performance.now() + 10_000;
    while (this.received < this.expected && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { expected, received, times } = this;
    Object.assign(this, { expected: 0, received: 0, times: [] });
    return { expected, received, times };
  }
}
