import { isEntry, presentModule } from './former-names.js';
import type { VirtualFiles } from './read-program.js';

/**
 * Overlays the future generated folder, including modules of earlier versions that re-export the current ones, so that
 * imports in the user's modules have types.
 *
 * @param folder Absolute path of the generated folder, forward slashes.
 * @param pending New contents of files, by absolute path; `undefined` for files to remove.
 */
export function overlayGenerated(folder: string, pending: ReadonlyMap<string, string | undefined>): VirtualFiles {
  const folders = new Set<string>([folder, `${folder}/runtime`]);
  for (const file of pending.keys()) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
      folders.add(file.slice(0, end));
  }
  return {
    read(file) {
      const after = pending.get(file);
      if (after !== undefined) return after;
      const former = file.startsWith(`${folder}/`) ? printFormer(file.slice(folder.length + 1)) : undefined;
      return former ?? (pending.has(file) ? null : undefined);
    },
    hasFolder: (path) => folders.has(path),
  };
}

/** Prints a module under its former name that re-exports the current modules; `undefined` if it never existed. */
function printFormer(file: string): string | undefined {
  const [, module] = /^(.+)\.ts$/u.exec(file) ?? [];
  const present = module === undefined ? undefined : presentModule(module);
  if (module === undefined || present === undefined) return undefined;
  const target = isEntry(present) ? present : `./${'../'.repeat(module.split('/').length - 1)}${present}.ts`;
  return `export * from '${target}';\n`;
}
