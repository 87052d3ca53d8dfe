import { readdirSync, readFileSync } from 'node:fs';
import { readMemory, readProcessor } from '../drive/read-usage.mjs';

/** Lists a process and its descendants. */
export function listTree(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ', 1)[0]));
    } catch {
      // The process has ended.
    }
  }
  const tree = [pid];
  for (const each of tree) for (const [child, parent] of parents) if (parent === each) tree.push(child);
  return tree;
}

function sum(pid, read) {
  let total = 0;
  for (const each of listTree(pid)) {
    try {
      total += read(each);
    } catch {
      // The process has ended.
    }
  }
  return total;
}

/** CPU time of a process and its descendants in microseconds. */
export function readTree(pid) {
  return sum(pid, readProcessor);
}

/** Resident memory of a process and its descendants in MiB. */
export function readTreeMemory(pid) {
  return sum(pid, readMemory);
}
