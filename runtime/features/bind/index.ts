/** Exports for generated code: arguments that are bound to the caller, the environment or a constant. */
export { bindArguments, bindTexts } from './bind-arguments.js';
export type { ArgumentSource, BoundArgument } from './bind-arguments.js';
