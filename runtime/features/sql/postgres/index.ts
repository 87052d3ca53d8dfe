/** Exports for generated code whose database is PostgreSQL. */
export { openEngine } from './open-engine.js';
