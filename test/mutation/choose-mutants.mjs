/** Whether a mutant belongs to the sample: every n-th does. */
export function isChosen(id) {
  return Number(id) % Number(process.env.MUTATION_EVERY) === 0;
}
