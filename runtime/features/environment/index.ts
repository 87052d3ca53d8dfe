/** Exports for `generated/env.ts`: values of the environment variables that a definition declares. */
export { declareEnvironment, EnvironmentError } from './declare-environment.js';
export type { DeclaredEnvironment } from './declare-environment.js';
export type { VariableDefinition, VariableRules } from './read-variable.js';
