import { readdirSync, readFileSync } from 'node:fs';

/**
 * Microseconds that a process has kept a processor busy, in all its threads. Threads that have ended count as well, though
 * only to 10 ms.
 *
 * @param {number} pid
 * @throws Error when there is no such process.
 */
export function readProcessor(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  }
  return Math.max(nanoseconds / 1000, readTicks(pid) * 10_000);
}

/** Megabytes (MiB) that a process has in memory. */
export function readMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)[1]) / 1024;
}

/** Megabytes (MiB) that a process had in memory at most; `undefined` once the process has ended. */
export function readPeak(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const line = /^VmHWM:\s+(\d+) kB$/mu.exec(status);
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** User and system time of the whole process, in hundredths of a second. */
function readTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
