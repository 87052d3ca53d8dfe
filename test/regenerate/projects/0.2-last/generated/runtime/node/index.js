/** What the entrypoint of a server imports to run on Node. */
export { runServer } from './run-server.js';
export { start } from './start.js';
