/** Exports for generated code of servers with code mode; other servers do not include it. */
import type { CodeMode } from '../../core/api/definition.js';
import type { PartSource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import { find } from './find.js';
import { listTools } from './list-tools.js';
import { run } from './run.js';

/** Code mode: finds functions, and runs code that calls them. */
export const codeMode: CodeMode = { find, run, listTools };

/** Serves the tools of code mode. Loads the code when a request needs it, because lists need only {@link codeMode}. */
export const codeServer: PartSource<Service> = {
  open: async (service) => (await import('./serve-code.js')).codeServer.open(service),
};
