import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CutError } from './http-clients.mjs';

/**
 * Makes calls at a rate, whether earlier ones are answered or not. The time of a call begins when it is due, so that a server which stands
 * still is not seen as quick.
 *
 * @param {import('./call-kinds.mjs').callKinds} kinds
 * @returns Calls with their kind, text, due time in milliseconds since 1970, milliseconds, and error. `isCut` says that the client does not
 *   know whether the call has run.
 */
export async function makeLoad(crowd, kinds, { rate, milliseconds }) {
  const order = spread(kinds);
  const calls = [];
  const running = new Set();
  const count = Math.max(1, Math.round((rate * milliseconds) / 1000));
  const started = performance.now();
  const send = ({ name, run }, turn, due) => {
    const call = { kind: name, text: String(turn), at: performance.timeOrigin + due, ms: 0 };
    calls.push(call);
    const work = run(crowd, turn, call.text)
      .catch((error) => Object.assign(call, { error: error.message, isCut: error instanceof CutError }))
      .finally(() => {
        call.ms = performance.now() - due;
        running.delete(work);
      });
    running.add(work);
  };
  for (let turn = 0; turn < count; turn += 1) {
    const due = started + (turn * 1000) / rate;
    const wait = due - performance.now();
    await (wait > 0 ? sleep(wait) : setImmediate());
    send(order[turn % order.length], turn, due);
  }
  await Promise.all(running);
  return calls;
}

/** The kinds in the order in which they are called, spread evenly. */
function spread(kinds) {
  return kinds
    .flatMap((kind) => Array.from({ length: kind.weight }, (_, index) => ({ kind, at: (index + 0.5) / kind.weight })))
    .toSorted((left, right) => left.at - right.at)
    .map(({ kind }) => kind);
}
