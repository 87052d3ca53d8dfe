import { stringLiteral } from '../../../core/code/escape.js';
import { loadPackage } from '../../../core/package/load-package.js';
import type { Setting } from '../../../features/package/list-settings.js';
import type { PackagedProject } from '../target.js';

/** Module that starts the server of a bundle if it {@link needsStarter}. */
export const starterFile = 'start.mjs';

/** Lists the settings of a server on stdio. */
export function bundleSettings({ settings }: Pick<PackagedProject, 'settings'>): readonly Setting[] {
  return settings.filter(({ isForHttpOnly }) => !isForHttpOnly);
}

/** Whether users may leave a setting empty. */
export function needsStarter(project: Pick<PackagedProject, 'settings'>): boolean {
  return bundleSettings(project).some(({ isRequired, defaultValue }) => !isRequired && defaultValue === undefined);
}

/**
 * Prints a module that removes the variables of empty settings and starts the server. For an empty setting, clients set
 * the variable to an empty string or to the placeholder itself (`getMcpConfigForManifest` of `@anthropic-ai/mcpb`
 * 2.1.2).
 */
export function printStarter(project: Pick<PackagedProject, 'settings'>): string {
  const names = bundleSettings(project).map(({ variable }) => stringLiteral(variable));
  return loadPackage().render('packages/start.mjs', { names: names.join(', ') });
}
