// Preloaded into a run of the command line: counts calls that change the disk, and lets one of them go wrong.
// FAULT=kill: the process dies in the n-th call, a write half done. FAULT=<errno>: that call and all later ones fail.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FAULT, FAULT_AT, FAULT_BELOW } = process.env;
const tooBig = new Set(['open', 'writeFile', 'copyFile', 'mkdir', 'link']);
let calls = 0;

function refuse(call, path) {
  const error = new Error(`${FAULT}: injected, ${call} '${path}'`);
  throw Object.assign(error, { code: FAULT, syscall: call, path });
}

/** @param half Does the first half of a call. */
function pass(call, path, half) {
  if (typeof path === 'string' && !path.startsWith(FAULT_BELOW)) return;
  if (++calls < Number(FAULT_AT)) return;
  if (FAULT !== 'kill') {
    if (FAULT !== 'ENOSPC' || tooBig.has(call)) refuse(call, path);
    return;
  }
  half?.();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const halfOf = (content) => Buffer.from(content).subarray(0, content.length / 2);
const actual = { ...fs.promises };
for (const call of ['rename', 'link', 'copyFile', 'rm', 'rmdir', 'mkdir']) {
  fs.promises[call] = async (...args) => {
    pass(call, args[0]);
    return actual[call](...args);
  };
}
fs.promises.access = async (path, mode) => {
  if (FAULT === 'EROFS' && mode === fs.constants.W_OK) pass('access', path);
  return actual.access(path, mode);
};
fs.promises.writeFile = async (path, content, ...more) => {
  pass('writeFile', path, () => fs.writeFileSync(path, halfOf([content].flat().join(''))));
  return actual.writeFile(path, content, ...more);
};
const sync = { ...fs };
fs.renameSync = (from, to) => {
  pass('rename', from);
  return sync.renameSync(from, to);
};
/** Files that are being written, by descriptor. */
const open = new Map();
fs.openSync = (path, flags, ...more) => {
  if (flags !== 'wx') return sync.openSync(path, flags, ...more);
  pass('open', path);
  const file = sync.openSync(path, flags, ...more);
  open.set(file, path);
  return file;
};
fs.closeSync = (file) => {
  open.delete(file);
  return sync.closeSync(file);
};
fs.writeFileSync = (file, content, ...more) => {
  if (open.has(file)) pass('writeFile', open.get(file), () => sync.writeSync(file, halfOf(content)));
  return sync.writeFileSync(file, content, ...more);
};
fs.fsync = (file, done) => {
  try {
    if (open.has(file)) pass('fsync', open.get(file));
  } catch (error) {
    done(error);
    return;
  }
  sync.fsync(file, done);
};
syncBuiltinESMExports();
