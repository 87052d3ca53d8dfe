const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes for people, such as `1.50 KB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(2)} ${units[power]}`;
}
