import { compareCalls } from './steps/calls.mjs';
import { sendWrongInput } from './steps/inputs.mjs';
import { compareLists } from './steps/lists.mjs';
import { breakThings } from './steps/failures.mjs';
import { measureSpeed } from './steps/speed.mjs';
import { tryWrites } from './steps/writes.mjs';
import { compareValues } from './steps/values.mjs';
import { fuzzStrings } from './steps/fuzz.mjs';

/** Steps of a comparison, by name, in order. */
export function listSteps() {
  return {
    lists: compareLists,
    calls: compareCalls,
    values: compareValues,
    inputs: sendWrongInput,
    fuzz: fuzzStrings,
    writes: tryWrites,
    failures: breakThings,
    speed: measureSpeed,
  };
}
