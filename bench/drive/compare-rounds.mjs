import { median } from './median.mjs';

/**
 * Measures several subjects in turn in every round, so that all of them run under the same conditions.
 *
 * @param {Map<string, () => Promise<Record<string, number>> | Record<string, number>>} ways Subjects by name; the
 *   others are compared with the first.
 * @param {number} rounds
 * @returns {Promise<{ subject: string, figures: Record<string, number> }[]>} Medians; for each figure `x` that the
 *   first subject also has, `xRatio` is the median ratio.
 */
export async function compareRounds(ways, rounds) {
  const samples = new Map([...ways.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of ways) samples.get(name).push(await measure());
  }
  const [base] = samples.values();
  return [...samples].map(([subject, own]) => {
    const pairs = Object.keys(own[0]).flatMap((figure) => [
      [figure, median(own.map((sample) => sample[figure]))],
      ...(figure in base[0]
        ? [[`${figure}Ratio`, median(own.map((sample, round) => sample[figure] / base[round][figure]))]]
        : []),
    ]);
    return { subject, figures: Object.fromEntries(pairs) };
  });
}
