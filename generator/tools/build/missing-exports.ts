import path from 'node:path';
import { features } from '../../features.js';

/** Returns the fix for a function that generated code imports from a module of the user, which does not export it. */
export function exportHelp(module: string, name: string): string {
  const [help] = features.flatMap((feature) => feature.exportHelp?.[name] ?? []);
  return help?.(module) ?? `Export \`${name}\` from \`${module}\`.`;
}

/**
 * Adds the fix to each compiler error about such a function, as an indented line.
 *
 * @param out Generated folder, relative to the root of the project.
 * @param text Output of `tsc --pretty false`.
 */
export function adviseExports(out: string, text: string): string {
  const lines = text.split('\n').map((line) => {
    const [, file = '', module = '', name = ''] = missingExport.exec(line) ?? [];
    if (!file.startsWith(`${out}/`)) return line;
    return `${line}\n  help: ${exportHelp(path.posix.join(path.posix.dirname(file), module), name)}`;
  });
  return lines.join('\n');
}

const missingExport =
  /^([^(]+)\(\d+,\d+\): error TS(?:2305|2724): (?:Module )?'"(\.[^"]+)"' has no exported member (?:named )?'([^']+)'/u;
