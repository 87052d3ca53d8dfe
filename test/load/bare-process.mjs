// Process that only computes. Its parent sends `{ rounds, milliseconds }` and gets the calls per second.
import { compute } from './compute.mjs';

process.on('message', ({ rounds, milliseconds }) => {
  const started = performance.now();
  let calls = 0;
  for (; performance.now() - started < milliseconds; calls += 1) compute(rounds);
  process.send((calls / (performance.now() - started)) * 1000);
});
process.on('disconnect', () => process.exit());
