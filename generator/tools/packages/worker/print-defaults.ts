import { stringLiteral } from '../../../core/code/escape.js';
import { loadPackage } from '../../../core/package/load-package.js';
import type { Setting } from '../../../features/package/list-settings.js';

/** Values of settings that have a default, by variable. No secret has one. */
export function valuesOf(settings: readonly Setting[]): { readonly [variable: string]: string } {
  const open = settings.filter(({ isSecret, defaultValue }) => !isSecret && defaultValue !== undefined);
  return Object.fromEntries(open.map(({ variable, defaultValue }) => [variable, String(defaultValue)]));
}

/** Prints JavaScript that sets the variables of settings that have a default and are not set; empty for none. */
export function printDefaults(settings: readonly Setting[]): string {
  const values = Object.entries(valuesOf(settings));
  return loadPackage().render('packages/defaults.mjs', {
    values: values.map(([variable, value]) => ({ variable: stringLiteral(variable), value: stringLiteral(value) })),
  });
}
