/** Exports for the entrypoint of a server on platforms with `fetch(request) → Response`. */
export { createWebServer } from './create-web-server.js';
export type { WebProgram, WebServer } from './create-web-server.js';
export { createLambdaHandlers } from './lambda-handlers.js';
export type { LambdaContext, LambdaEvent, LambdaHandlers, LambdaResult } from './lambda-handlers.js';
