/** Keeps a processor busy for so many rounds, and returns what came out; 1,000,000 rounds take a few milliseconds. */
export function compute(rounds) {
  let state = 1;
  for (let round = 0; round < rounds; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}
