import { loadDriver } from '../load-driver.js';
import type { EngineProblem } from './engine.js';

/** Loads the package of a driver, or says that it is missing. */
export async function requireDriver<Driver>(
  root: string,
  { product, module }: { readonly product: string; readonly module: string },
): Promise<{ readonly driver: Driver } | { readonly problem: EngineProblem }> {
  const name = module.split('/', 1)[0] ?? module;
  const fail = (message: string) => {
    return { problem: { code: 'sql-driver', message, help: `Run \`npm install ${name}\`.` } } as const;
  };
  try {
    const driver = await loadDriver(root, module);
    return driver ? { driver: driver as Driver } : fail(`${product} needs the package \`${name}\`.`);
  } catch {
    return fail(`The package \`${name}\` cannot be loaded.`);
  }
}
