import { goals } from '../goals.mjs';
import { compareFigures } from './compare-figures.mjs';

/**
 * Compares results with the goals. Without cores of its own for the server, and without the server that a goal names,
 * a goal is not met.
 *
 * @returns {{ isMet: boolean, text: string }[]}
 */
export function judge({ isApart, cores, subjects }) {
  return goals.map(({ figure, title, subject, atLeast, atMost }) => {
    const bound = atLeast === undefined ? `at most ${format(atMost)}` : `at least ${format(atLeast)}`;
    const goal = `${title}, ${bound}× ${subject}`;
    if (!isApart) return { isMet: false, text: `not judged: ${goal} (${cores})` };
    const ratio = compareFigures(subjects.ours, subjects[subject], figure);
    if (ratio === undefined) return { isMet: false, text: `not judged: ${goal} (not measured)` };
    const isMet = atLeast === undefined ? ratio <= atMost : ratio >= atLeast;
    return { isMet, text: `${isMet ? 'met' : 'not met'}: ${goal}: ${format(ratio)}×` };
  });
}

function format(ratio) {
  return String(Number(ratio.toFixed(2)));
}
