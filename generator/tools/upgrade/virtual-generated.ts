import { isEntry, presentModule } from './former-names.js';
import type { VirtualFiles } from './read-program.js';

/**
 * The generated folder as it will be, with modules of earlier versions that lead to the present ones: names that modules of the user
 * import from them have their types.
 *
 * @param folder Absolute path of the generated folder, forward slashes.
 * @param pending Texts of files that are going to change, by absolute path; `undefined`: it is going to be removed.
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

/** A module under its former name, which exports what the present ones do; `undefined` when there never was one. */
function printFormer(file: string): string | undefined {
  const [, module] = /^(.+)\.ts$/u.exec(file) ?? [];
  const present = module === undefined ? undefined : presentModule(module);
  if (module === undefined || present === undefined) return undefined;
  const target = isEntry(present) ? present : `./${'../'.repeat(module.split('/').length - 1)}${present}.ts`;
  return `export * from '${target}';\n`;
}
