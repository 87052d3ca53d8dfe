// Preloaded into a run of the command line: kills it in the n-th call that changes the disk, a write half done.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { KILLED_AT, KILLED_BELOW } = process.env;
let calls = 0;

/** @param half Does the first half of a call. */
function pass(path, half) {
  if (typeof path === 'string' && !path.startsWith(KILLED_BELOW)) return;
  if (++calls < Number(KILLED_AT)) return;
  half?.();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const halfOf = (content) => Buffer.from(content).subarray(0, content.length / 2);
const actual = { ...fs.promises };
for (const call of ['rename', 'link', 'copyFile', 'rm', 'rmdir', 'mkdir']) {
  fs.promises[call] = async (...args) => {
    pass(args[0]);
    return actual[call](...args);
  };
}
fs.promises.writeFile = async (path, content, ...more) => {
  pass(path, () => fs.writeFileSync(path, halfOf([content].flat().join(''))));
  return actual.writeFile(path, content, ...more);
};
const sync = { ...fs };
fs.renameSync = (from, to) => {
  pass(from);
  return sync.renameSync(from, to);
};
/** Files that are being written, by descriptor. */
const open = new Map();
fs.openSync = (path, flags, ...more) => {
  if (flags !== 'wx') return sync.openSync(path, flags, ...more);
  pass(path);
  const file = sync.openSync(path, flags, ...more);
  open.set(file, path);
  return file;
};
fs.closeSync = (file) => {
  open.delete(file);
  return sync.closeSync(file);
};
fs.writeFileSync = (file, content, ...more) => {
  if (open.has(file)) pass(open.get(file), () => sync.writeSync(file, halfOf(content)));
  return sync.writeFileSync(file, content, ...more);
};
fs.fsync = (file, done) => {
  if (open.has(file)) pass(open.get(file));
  sync.fsync(file, done);
};
syncBuiltinESMExports();
