import { createRequire } from 'node:module';
import path from 'node:path';
import type { EngineProblem } from './engine.js';

/** Loads the package of a driver from the project, or says that it is missing. */
export function loadDriver<Driver>(
  root: string,
  { product, module }: { readonly product: string; readonly module: string },
): { readonly driver: Driver } | { readonly problem: EngineProblem } {
  const name = module.split('/', 1)[0] ?? module;
  try {
    return { driver: createRequire(path.join(root, 'package.json'))(module) as Driver };
  } catch (error) {
    const isMissing = (error as { readonly code?: unknown }).code === 'MODULE_NOT_FOUND';
    const message = isMissing
      ? `${product} needs the package \`${name}\`.`
      : `The package \`${name}\` cannot be loaded.`;
    return { problem: { code: 'sql-driver', message, help: `Run \`npm install ${name}\`.` } };
  }
}
