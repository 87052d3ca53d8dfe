import { type ServerControl } from './server-control.js';
import type { Service, ToolChoice } from './service.js';
type Setup = (server: ServerControl) => unknown;
/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What
 * chooses is loaded only where there is a choice.
 *
 * @returns `undefined` where there is nothing to do; rejects for toolsets and tools that do not exist, and when `setup` fails.
 */
export declare function prepareService(service: Service, choice: ToolChoice, setup?: Setup): Promise<void> | undefined;
export {};
