/** What the generated bindings of an API import, apart from what servers without one load. */
export type * from './forward-definition.js';
export { createForward, withForward } from './create-forward.js';
export { ForwardError } from './forward-error.js';
