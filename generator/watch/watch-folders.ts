import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** A folder to watch. */
export interface WatchedFolder {
  /** Absolute path; need not exist. */
  readonly path: string;
  /** Names in the folder that matter; absent: everything below it does. */
  readonly names?: ReadonlySet<string>;
}

/** Watches folders until it is closed. */
export interface FolderWatch {
  /** Watches these folders from now on; nothing once it is closed. */
  set(folders: readonly WatchedFolder[]): void;
  close(): void;
}

/** Milliseconds without a further event after which a change counts as complete: editors save in several steps. */
const quietMs = 40;

/**
 * Tells of changes below folders, once for what happens together. It tells too often rather than too seldom: who
 * listens has to find out what is different. Editors that save by renaming, new folders, and folders that are removed
 * and come again are followed, the last if the folder above is watched too.
 */
export function watchFolders(onChange: () => void): FolderWatch {
  let folders: readonly WatchedFolder[] = [];
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let hasMoved = false;
  let isClosed = false;

  const notice = (event: string, name: string | null, names: WatchedFolder['names']): void => {
    if (name !== null && !isRelevant(name, names)) return;
    hasMoved ||= event === 'rename';
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  };
  const open = (): void => {
    const earlier = watchers;
    watchers = folders.flatMap((folder) => openWatchers(folder, notice));
    for (const watcher of earlier) watcher.close();
  };
  const tell = (): void => {
    // What was renamed into place or created may not be watched yet; whoever is told reads everything after this.
    if (hasMoved) open();
    hasMoved = false;
    onChange();
  };
  return {
    set(wanted) {
      if (isClosed || describe(wanted) === describe(folders)) return;
      folders = wanted;
      open();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

type Notice = (event: string, name: string | null, names: WatchedFolder['names']) => void;

/** A watcher for each folder, links not followed: Node's own recursion misses files that are renamed into place. */
function openWatchers({ path, names }: WatchedFolder, notice: Notice): readonly FSWatcher[] {
  try {
    const watcher = watch(path, (event, name) => notice(event, name, names));
    // A folder that is removed while it is watched: the one above tells.
    watcher.on('error', () => notice('rename', null, names));
    const below = names === undefined ? readdirSync(path, { withFileTypes: true }) : [];
    const folders = below.filter((entry) => entry.isDirectory() && isRelevant(entry.name, names));
    return [watcher, ...folders.flatMap(({ name }) => openWatchers({ path: join(path, name) }, notice))];
  } catch {
    // It is not there, or not any more.
    return [];
  }
}

/** Files that editors and systems keep for themselves do not matter. */
function isRelevant(name: string, names: WatchedFolder['names']): boolean {
  if (names !== undefined) return names.has(name);
  return !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules';
}

function describe(folders: readonly WatchedFolder[]): string {
  return JSON.stringify(folders.map(({ path, names }) => [path, names && [...names]]));
}
