import { median } from '../../drive/median.mjs';

/**
 * Returns the ratio of a figure of one server to that of another: for figures per round the median of the ratios in the
 * same round, which other programs on the machine change less than the ratio of the medians.
 *
 * @param {Record<string, any> | undefined} own
 * @param {Record<string, any> | undefined} base
 * @returns {number | undefined} `undefined` if one of them was not measured.
 */
export function compareFigures(own, base, figure) {
  if (own === undefined || base === undefined) return undefined;
  if (!(figure in own.rounds[0])) return own[figure] / base[figure];
  return median(own.rounds.map((round, index) => round[figure] / base.rounds[index][figure]));
}
