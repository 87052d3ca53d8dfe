import type { Service } from './service.js';
/**
 * Loads the tools of a service and joins them with their handlers. A server that is only listed
 * does without: a thousand tools are 5 ms of reading their table, and fill so much of the young heap that garbage is collected.
 */
export declare function loadTools(service: Service): Promise<void>;
