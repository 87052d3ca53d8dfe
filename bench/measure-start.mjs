import { listTools, talk } from './talk.mjs';

/**
 * Measures how long programs take, one after the other in every round, so that all see the same machine.
 *
 * @param programs Commands by name; `null` requests: the program only has to end.
 * @returns By name: median milliseconds from the start to the answer, and of processor time from start to end (`NaN`
 *   where there is no bash to tell).
 */
export async function measureStart(programs, rounds) {
  const samples = new Map([...programs.keys()].map((name) => [name, { wall: [], processor: [] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { command, isServer }] of programs) {
      const requests = isServer ? listTools : [];
      const { wall, processor } = samples.get(name);
      wall.push((await talk(command, requests)).milliseconds);
      processor.push(await measureProcessor(command, requests));
    }
  }
  return new Map(
    [...samples].map(([name, { wall, processor }]) => [name, { wall: median(wall), processor: median(processor) }]),
  );
}

/** Milliseconds that a program kept the processor busy, as bash tells of its children. */
async function measureProcessor(command, requests) {
  if (process.platform === 'win32') return NaN;
  const script = 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null';
  const { stderr } = await talk(['bash', '-c', script, 'bash', ...command], requests, { LC_ALL: 'C' });
  return stderr
    .trim()
    .split(' ')
    .reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
