/** Exports for the entrypoint of a server on Node. */
export { runServer } from './run-server.js';
export type { ServerProgram } from './run-server.js';
export { start } from './start.js';
export type { StartOptions } from './start-options.js';
