import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the CPU time of a process in microseconds, over all threads. Threads that have ended count too, but only to
 * 10 ms.
 *
 * @param {number} pid
 * @throws Error if the process does not exist.
 */
export function readProcessor(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  }
  return Math.max(nanoseconds / 1000, readTicks(pid) * 10_000);
}

/** Returns the resident memory of a process in MiB. */
export function readMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)[1]) / 1024;
}

/** Returns the peak memory of a process in MiB; `undefined` after it has ended. */
export function readPeak(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const line = /^VmHWM:\s+(\d+) kB$/mu.exec(status);
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Reads the user and system time of the whole process, in hundredths of a second. */
function readTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name is in parentheses and can contain any characters.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
