/** Exports for generated code of servers whose tools declare errors. */
export { declareErrors } from './declare-errors.js';
export type { ErrorCondition, ErrorDefinition, ErrorDefinitions } from './error-definition.js';
export type { ErrorPort } from '../../core/api/error-port.js';
