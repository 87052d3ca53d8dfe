/** Exports for the entrypoints of a server with durable tasks. */
export { serveQueue, startWorker } from './start-worker.js';
export type { WorkerSettings } from './start-worker.js';
