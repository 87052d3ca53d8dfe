import { readdir, readFile } from 'node:fs/promises';

/** Templates of the scaffold, by the names that the renderer knows them by. */
export async function readProjectTemplates(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL('../../templates/project/', import.meta.url);
  const names = await readdir(folder);
  const sources = names.map(
    async (name) =>
      [`project/${name.slice(0, -'.hbs'.length)}`, await readFile(new URL(name, folder), 'utf8')] as const,
  );
  return new Map(await Promise.all(sources));
}
