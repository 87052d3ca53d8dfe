/** What the entrypoint of a server imports to run where there is `fetch(request) → Response`. */
export { createWebServer } from './create-web-server.js';
export type { WebProgram, WebServer } from './create-web-server.js';
