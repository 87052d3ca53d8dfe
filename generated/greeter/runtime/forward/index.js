export { createForward, withForward } from './create-forward.js';
export { ForwardError } from './forward-error.js';
