import { noteUserError } from '../service/report-later.js';
import type { Service, ToolChoice } from '../service/service.js';
import { controlServer, type ServerControl } from './server-control.js';

export type Setup = (server: ServerControl) => unknown;

/**
 * Prepares a service for startup: enables the selected tools, then calls `setup` and stores its return value in
 * `service.state.app`.
 *
 * @returns `undefined` if there is nothing to prepare; rejects for unknown toolsets and tools, and if `setup` fails.
 */
export function prepareService(
  service: Service,
  choice: ToolChoice,
  setup?: Setup,
  args?: readonly string[],
): Promise<void> | undefined {
  const { defaults, hasInactive } = service.definition.selection ?? {};
  const { readOnly = false } = service.options;
  const isSelective = readOnly || (choice.tools ?? choice.toolsets ?? defaults ?? hasInactive) !== undefined;
  const prepare = async (): Promise<void> => {
    if (isSelective) await (await import('../service/choose-tools.js')).chooseTools(service, choice);
    if (setup === undefined) return;
    try {
      service.state.app = await setup(controlServer(service, args));
    } catch (error) {
      noteUserError(error, 'START: setup');
      throw error;
    }
  };
  return isSelective || setup !== undefined ? prepare() : undefined;
}
