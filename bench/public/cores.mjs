import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lists the cores that this process may use. */
function listCores() {
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/**
 * Separates servers from the load: this process and those that it starts stay on the first core, and servers get others.
 *
 * @param {number} processes Processes of a server.
 * @returns {{ isApart: boolean, text: string, prefix: string[] }} `prefix` starts the command of a server; `isApart` is
 *   false if there are too few cores, or no `taskset`.
 */
export function separateCores(processes) {
  const [first, ...others] = listCores();
  const isPossible = others.length >= processes;
  const list = others.slice(0, processes).join();
  if (isPossible && spawnSync('taskset', ['-a', '-p', '-c', String(first), String(process.pid)]).status === 0) {
    const text = `load, Redis and API on core ${first}, server on ${processes === 1 ? 'core' : 'cores'} ${list}`;
    return { isApart: true, text, prefix: ['taskset', '-c', list] };
  }
  const reason = isPossible ? '`taskset` is missing' : `there are only ${others.length + 1} cores`;
  return { isApart: false, text: `servers share cores with load, Redis and API: ${reason}`, prefix: [] };
}
