/** Exports for generated code of servers with discover mode; other servers do not include it. */
export { discoverer } from './discover.js';
