/** Exports for `generated/delegation.ts`: APIs that are called on behalf of callers. Other servers do not load them. */
export { consent } from './consent.js';
export { delegate } from './delegate.js';
export { exchange } from './exchange.js';
