import type { ToolSelection } from '../api/definition.js';
import { controlServer, type ServerControl } from './server-control.js';
import type { Service, ToolChoice } from './service.js';

type Setup = (server: ServerControl) => unknown;

/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What
 * chooses is loaded only where there is a choice.
 *
 * @returns `undefined` where there is nothing to do; rejects for toolsets and tools that do not exist, and when `setup` fails.
 */
export function prepareService(service: Service, choice: ToolChoice, setup?: Setup): Promise<void> | undefined {
  const toChoose = (choice.tools ?? choice.toolsets ?? isSelective(service.definition.selection)) ? choice : undefined;
  return (toChoose ?? setup) && prepare(service, toChoose, setup);
}

/** Whether less than everything is served where nobody chooses. */
function isSelective(selection: ToolSelection | undefined): boolean {
  return (selection?.defaults ?? selection?.hasInactive) !== undefined;
}

async function prepare(service: Service, choice?: ToolChoice, setup?: Setup): Promise<void> {
  if (choice) await (await import('./choose-tools.js')).chooseTools(service, choice);
  await setup?.(controlServer(service));
}
