/** Exports for generated code of servers with code mode; other servers do not include it. */
import type { CodeMode } from '../../core/api/definition.js';
import { find } from './find.js';
import { listTools } from './list-tools.js';
import { run } from './run.js';

/** Code mode: finds functions, and runs code that calls them. */
export const codeMode: CodeMode = { find, run, listTools };
