import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { callKinds } from './call-kinds.mjs';
import { percentile } from './percentile.mjs';

/** The kinds in the order in which they are called, spread evenly. */
const order = callKinds
  .flatMap((kind) => Array.from({ length: kind.weight }, (_, index) => ({ kind, at: (index + 0.5) / kind.weight })))
  .toSorted((left, right) => left.at - right.at)
  .map(({ kind }) => kind);

/**
 * Makes calls of all kinds at a rate, whether earlier ones are answered or not. The time of a call begins when it is due, so that a
 * server which stands still is not seen as quick.
 *
 * @returns Rows of figures of each kind, and the messages of errors with their numbers.
 */
export async function makeLoad(crowd, { rate, milliseconds }) {
  const tallies = new Map(callKinds.map(({ name }) => [name, { sent: 0, answered: 0, times: [] }]));
  const errors = new Map();
  const running = new Set();
  const count = Math.max(1, Math.round((rate * milliseconds) / 1000));
  const started = performance.now();
  const send = ({ name, run }, turn, due) => {
    const tally = tallies.get(name);
    tally.sent += 1;
    const call = run(crowd, turn)
      .then(() => {
        tally.answered += 1;
        tally.times.push(performance.now() - due);
      })
      .catch(({ message }) => {
        const text = `${name}: ${message}`;
        errors.set(text, (errors.get(text) ?? 0) + 1);
      })
      .finally(() => running.delete(call));
    running.add(call);
  };
  for (let turn = 0; turn < count; turn += 1) {
    const due = started + (turn * 1000) / rate;
    const wait = due - performance.now();
    await (wait > 0 ? sleep(wait) : setImmediate());
    send(order[turn % order.length], turn, due);
  }
  await Promise.all(running);
  const seconds = (performance.now() - started) / 1000;
  const { times, ...news } = await crowd.news.settle();
  const rows = [...tallies].map(([name, { times, ...counts }]) => ({ name, ...counts, ...summarize(times) }));
  return { rows, errors: [...errors], seconds, news: { ...news, ...summarize(times) } };
}

function summarize(times) {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), most: percentile(times, 1) };
}
