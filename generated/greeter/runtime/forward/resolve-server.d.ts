import type { Environment, ForwardApi, ForwardServer } from './forward-definition.js';
/**
 * Where the operations of a server are, without a slash at the end. Only the document and the environment decide on it.
 *
 * @throws ForwardError that names the environment variable with which to put right what is wrong.
 */
export declare function resolveServer(api: ForwardApi, server: ForwardServer, environment: Environment): string;
