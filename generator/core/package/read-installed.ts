import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads the `package.json` of an installed package, which is resolved as Node would resolve it. Returns `''` if there is none. */
export function readInstalled(name: string, from: string): string {
  const file = path.join(from, 'node_modules', name, 'package.json');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const parent = path.dirname(from);
  return parent === from ? '' : readInstalled(name, parent);
}
