/** Measured figures, in column order. `digits` is the number of decimals; the default is three significant digits. */
export const figures = {
  processor: { title: 'CPU', unit: 'µs' },
  ratio: { title: 'CPU ratio', unit: '×', digits: 2 },
  perNotification: { title: 'CPU each', unit: 'µs' },
  perNotificationRatio: { title: 'ratio each', unit: '×', digits: 2 },
  create: { title: 'create', unit: 'µs' },
  createRatio: { title: 'ratio', unit: '×', digits: 2 },
  read: { title: 'get', unit: 'µs' },
  readRatio: { title: 'ratio', unit: '×', digits: 2 },
  cancel: { title: 'cancel', unit: 'µs' },
  cancelRatio: { title: 'ratio', unit: '×', digits: 2 },
  commands: { title: 'Redis commands', unit: '', digits: 1 },
  redis: { title: 'CPU of Redis', unit: 'µs' },
  driver: { title: 'driver', unit: 'µs' },
  perSecond: { title: 'calls/s', unit: '', digits: 0 },
  tasksPerSecond: { title: 'tasks/s', unit: '', digits: 0 },
  p50: { title: 'p50', unit: 'µs' },
  p50Ratio: { title: 'p50 ratio', unit: '×', digits: 2 },
  p99: { title: 'p99', unit: 'µs' },
  wall: { title: 'wall', unit: 'ms' },
  wallRatio: { title: 'wall ratio', unit: '×', digits: 2 },
  spent: { title: 'CPU', unit: 'ms' },
  spentRatio: { title: 'CPU ratio', unit: '×', digits: 2 },
  whole: { title: 'whole CPU', unit: 'ms' },
  wholeRatio: { title: 'whole ratio', unit: '×', digits: 2 },
  perTool: { title: 'CPU a tool', unit: 'ms' },
  perMegabyte: { title: 'CPU a MB', unit: 'µs' },
  idle: { title: 'idle', unit: 'MiB', digits: 1 },
  loaded: { title: 'loaded', unit: 'MiB', digits: 1 },
  each: { title: 'memory each', unit: 'KiB', digits: 1 },
  stored: { title: 'stored each', unit: 'KiB', digits: 1 },
  peak: { title: 'peak', unit: 'MiB', digits: 0 },
  loadedRatio: { title: 'loaded ratio', unit: '×', digits: 2 },
  packages: { title: 'packages', unit: '', digits: 0 },
  files: { title: 'files', unit: '', digits: 0 },
  bytes: { title: 'bytes', unit: '', digits: 0 },
};

/** Formats a figure with its unit. */
export function formatFigure(name, value) {
  const { unit, digits } = figures[name];
  const number =
    digits === undefined && value < 100 ? Number(value.toPrecision(3)) : Number(value.toFixed(digits ?? 0));
  const shown = number.toLocaleString('en-US', {
    minimumFractionDigits: unit === '×' ? 2 : 0,
    maximumFractionDigits: 3,
  });
  return unit === '' || unit === '×' ? `${shown}${unit}` : `${shown} ${unit}`;
}
