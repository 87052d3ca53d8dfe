/**
 * Removes the runtime frames that called user code: all frames below the last frame outside the bundle and the packages
 * of the runtime. If there is no such frame, keeps all frames, because user code may be in the same file as the
 * runtime.
 *
 * @param frames Frames of a stack, the innermost first.
 * @param runtimeFrames Frames of functions of the runtime: the caller of user code is in the file of one of them.
 */
export function cutCallers(frames: readonly string[], runtimeFrames: readonly string[]): readonly string[] {
  const files = new Set(runtimeFrames.map(fileOf).filter((file) => file !== ''));
  const folders = new Set([...files].map(folderOf));
  const last = frames.map(fileOf).findLastIndex((file) => isElsewhere(file, folders));
  const caller = frames.findIndex((frame, index) => index > last && files.has(fileOf(frame)));
  if (last === -1 || caller === -1) return frames;
  const kept = frames.slice(0, caller);
  // Node adds frames of its own in between.
  return kept.slice(0, kept.findLastIndex((frame) => !isInternal(fileOf(frame))) + 1);
}

/**
 * Returns the file of a frame such as `at find (file:///shop/dist/server.mjs:9:7)`; `''` for functions without a file.
 */
function fileOf(frame: string): string {
  const place = frame.endsWith(')')
    ? frame.slice(frame.indexOf(' (') + 2, -1)
    : frame.replace(/^(?:at (?:async )?|[^@]*@)/u, '');
  const end = /:\d+:\d+$/u.exec(place)?.index;
  return end === undefined ? '' : place.slice(0, end);
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function isInternal(file: string): boolean {
  return file === '' || file.startsWith('node:');
}

function isElsewhere(file: string, folders: ReadonlySet<string>): boolean {
  return !isInternal(file) && !folders.has(folderOf(file));
}
