import { stringLiteral } from '../../../core/code/escape.js';
import { loadPackage } from '../../../core/package/load-package.js';
import type { Setting } from '../../../features/package/list-settings.js';

/** Returns the defaults of settings by variable. Secrets have no defaults. */
export function valuesOf(settings: readonly Setting[]): { readonly [variable: string]: string } {
  const open = settings.filter(({ isSecret, defaultValue }) => !isSecret && defaultValue !== undefined);
  return Object.fromEntries(open.map(({ variable, defaultValue }) => [variable, String(defaultValue)]));
}

/** Prints JavaScript that sets unset variables to their defaults; empty if there are no defaults. */
export function printDefaults(settings: readonly Setting[]): string {
  const values = Object.entries(valuesOf(settings));
  return loadPackage().render('packages/defaults.mjs', {
    values: values.map(([variable, value]) => ({ variable: stringLiteral(variable), value: stringLiteral(value) })),
  });
}
