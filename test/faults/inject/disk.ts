import { writeFile } from 'node:fs/promises';
import { nodeFileSystem, type FileSystem } from '../../../generator/pipeline/write/file-system.js';
import type { ProjectFolder } from '../../../generator/pipeline/write/project-path.js';
import { projectIn } from '../../write/project-fixture.js';

type Method = keyof FileSystem;
type Call = (...given: readonly never[]) => Promise<unknown>;

/** An error as the operating system reports it. */
export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code, syscall: 'injected', path });
}

/** The real disk without flushing, on which a call fails when `isFaulty` says so, given its method and path. */
export function makeDisk(code: string, isFaulty: (method: Method, path: string) => boolean): FileSystem {
  return new Proxy(quickDisk, {
    get:
      (disk, method: Method) =>
      async (path: string, ...rest: readonly never[]): Promise<unknown> => {
        if (isFaulty(method, path)) throw systemError(code, path);
        return (disk[method] as Call)(path as never, ...rest);
      },
  });
}

/** The real disk, without flushing: that takes time and says nothing here. */
export const quickDisk: FileSystem = {
  ...nodeFileSystem,
  flushFolder: () => Promise.resolve(),
  writeNew: (path, text) => writeFile(path, text, { flag: 'wx' }),
};

/** A project, and how often runs have tried to lock it: each time they create its folder first. */
export function countTries(root: string): { readonly project: ProjectFolder; tries(): number } {
  let count = 0;
  const createFolder: FileSystem['createFolder'] = (path) => {
    count += 1;
    return nodeFileSystem.createFolder(path);
  };
  return { project: projectIn(root, { ...nodeFileSystem, createFolder }), tries: () => count };
}

/** The calls that change something on a disk. */
export const changes: ReadonlySet<Method> = new Set([
  'createFolder',
  'writeNew',
  'rename',
  'link',
  'removeFile',
  'removeEmptyFolder',
  'removeTree',
]);
