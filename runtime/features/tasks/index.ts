/** Exports for generated code of servers with tasks; other servers do not include it. */
export { taskServer } from './task-server.js';
