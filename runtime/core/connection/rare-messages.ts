// See docs/decisions/0033-code-loads-on-first-use.md.
/** Code for messages that only a few clients send. */
export { describeInvalid } from '../../wire/describe-invalid.js';
export { readSuspect } from '../../wire/parse-json.js';
export { acceptBatch } from './batch.js';
