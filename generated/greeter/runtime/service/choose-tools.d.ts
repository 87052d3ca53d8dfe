import type { ToolDefinition } from '../api/definition.js';
import type { Service, ToolChoice } from './service.js';
/**
 * Takes out of the enabled entries what is not chosen, and the tools that are inactive.
 *
 * @returns Rejects with an Error that says what there is, for a toolset or a tool that does not exist, and for a tool that is inactive.
 */
export declare function chooseTools({ definition, enabled }: Service, { toolsets, tools }: ToolChoice): Promise<void>;
/**
 * Whether something is served when these toolsets are.
 *
 * @param chosen `undefined`: all.
 */
export declare function isInToolsets({ toolsets }: Pick<ToolDefinition, 'toolsets'>, chosen: ReadonlySet<string> | undefined): boolean;
