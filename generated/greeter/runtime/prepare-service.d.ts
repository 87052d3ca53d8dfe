import type { ServerControl } from './server-control.js';
import type { Service, ToolChoice } from './service.js';
/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What does
 * that is loaded only where there is something to do.
 *
 * @throws Error for toolsets and tools that do not exist; what `setup` throws.
 */
export declare function prepareService(service: Service, choice: ToolChoice, setup?: (server: ServerControl) => unknown): Promise<void>;
