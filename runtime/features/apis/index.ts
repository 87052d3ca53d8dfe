/** Exports for the generated code that forwards tools to an API. Servers without an API do not load them. */
export type * from './deprecated.js';
export type * from './forward-definition.js';
export { createForward, withForward } from './create-forward.js';
export { ForwardError } from '../../core/results/forward-error.js';
