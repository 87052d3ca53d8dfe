/** Exports for the entrypoint of a server on platforms with `fetch(request) → Response`. */
export { createWebServer } from './create-web-server.js';
