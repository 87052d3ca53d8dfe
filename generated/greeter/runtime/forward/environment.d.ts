import type { Environment } from './forward-definition.js';
/** The environment of the process; empty on platforms that have none. */
export declare function readProcessEnvironment(): Environment;
/** The value of an environment variable without white space around it; `undefined` when nothing is left. */
export declare function readVariable(environment: Environment, name: string): string | undefined;
