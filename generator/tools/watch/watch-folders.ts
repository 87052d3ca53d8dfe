import { readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** Folder to watch. */
interface WatchedFolder {
  /** Absolute path; the folder need not exist. */
  readonly path: string;
  /** Names of the entries to watch. If absent, watches everything below the folder. */
  readonly names?: ReadonlySet<string>;
}

/** Watch on folders until it is closed. */
export interface FolderWatch {
  /** Replaces the watched folders; has no effect after `close`. */
  set(folders: readonly WatchedFolder[]): void;
  /** Returns a function that tests whether a file has changed since this call, or whether changes are still incomplete. */
  observe(): () => Promise<boolean>;
  close(): void;
}

/** Debounce interval in milliseconds: editors save in several steps. */
const quietMs = 40;

/**
 * Watches folders and calls a function once for changes that happen together; spurious calls are possible. Supports
 * editors that save by renaming, new folders, and folders that are removed and recreated if their parent folder is
 * watched.
 *
 * @param isChanging Returns whether more changes will certainly follow, so that the call must wait.
 * @see docs/decisions/0030-folders-are-watched-with-fs-watch.md
 */
export function watchFolders(onChange: () => void, isChanging: () => boolean = () => false): FolderWatch {
  let folders: readonly WatchedFolder[] = [];
  let watchers: readonly FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let changeCount = 0;
  let hasMoved = false;
  let isClosed = false;

  const noteChange = (event: string, name: string | null, names: WatchedFolder['names']): void => {
    if (name !== null && !isRelevant(name, names)) return;
    changeCount += 1;
    hasMoved ||= event === 'rename';
    clearTimeout(timer);
    timer = setTimeout(report, quietMs);
  };
  const open = (): void => {
    const earlier = watchers;
    watchers = folders.flatMap((folder) => openWatchers(folder, noteChange));
    for (const watcher of earlier) watcher.close();
  };
  const report = (): void => {
    if (isChanging()) {
      timer = setTimeout(report, quietMs);
      return;
    }
    timer = undefined;
    // New folders are not watched yet. The listener reads all files after this call.
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
    observe() {
      const before = changeCount;
      return async () => {
        // Processes changes that the system has already reported.
        await setImmediate();
        return timer !== undefined || changeCount !== before;
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

type Notice = (event: string, name: string | null, names: WatchedFolder['names']) => void;

/**
 * Opens a watcher for each folder, without following symbolic links. Node's recursive watch misses files that are renamed into
 * place.
 */
function openWatchers({ path: folder, names }: WatchedFolder, notice: Notice): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, (event, name) => notice(event, name, names));
    // The folder was removed, which the watcher of its parent folder reports.
    watcher.on('error', () => notice('rename', null, names));
    const below = names === undefined ? readdirSync(folder, { withFileTypes: true }) : [];
    const inner = below.filter((entry) => entry.isDirectory() && isRelevant(entry.name, names));
    return [watcher, ...inner.flatMap(({ name }) => openWatchers({ path: path.join(folder, name) }, notice))];
  } catch {
    // The folder does not exist.
    return [];
  }
}

/** Whether a changed entry is relevant: neither a hidden file nor an editor backup. */
function isRelevant(name: string, names: WatchedFolder['names']): boolean {
  if (names !== undefined) return names.has(name);
  return !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules';
}

function describe(folders: readonly WatchedFolder[]): string {
  return JSON.stringify(folders.map((folder) => [folder.path, folder.names && [...folder.names]]));
}

/**
 * Lists the folders to watch for changes to a project: folders with all their contents, their parent folders (because
 * folders can be removed and recreated), and the folders of single files.
 *
 * @param root Absolute path of the project.
 * @param folders Folders inside the root, as relative paths.
 * @param files Files, relative to the root.
 */
export function listWatchedFolders(
  root: string,
  folders: readonly string[],
  files: readonly string[],
): readonly WatchedFolder[] {
  const names = new Map<string, Set<string>>();
  const add = (file: string): void => {
    const folder = path.posix.dirname(file);
    names.set(folder, (names.get(folder) ?? new Set()).add(path.posix.basename(file)));
  };
  for (const folder of folders) {
    for (let step = folder; step !== '.'; step = path.posix.dirname(step)) add(step);
  }
  for (const file of files) {
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) add(file);
  }
  return [
    ...folders.map((folder) => ({ path: path.join(root, folder) })),
    ...[...names].map(([folder, wanted]) => ({ path: path.join(root, folder), names: wanted })),
  ];
}
