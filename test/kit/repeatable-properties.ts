/**
 * fast-check, as all tests import it (an alias in `vitest.config.ts`): the same inputs in every run. The environment variable `PROPERTY_SEED` sets
 * another seed; with `random` each run has its own.
 */
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const { PROPERTY_SEED: wanted = '1' } = process.env;
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
// oxlint-disable-next-line import/no-default-export -- fast-check has one
export default fc;
