import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Makes sure that this process, and those that it starts, may open so many files. Node raises the limit to the hard limit by itself;
 * a higher hard limit needs root.
 *
 * @throws Error with the command to run before, when the limit is too low and cannot be raised.
 */
export function raiseFileLimit(wanted) {
  const limit = readLimit();
  if (limit >= wanted) return limit;
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${wanted}:${wanted}`]);
  const raised = readLimit();
  if (raised >= wanted) return raised;
  throw new Error(
    `A process may open ${raised} files here, and ${wanted} are needed. Run \`ulimit -n ${wanted}\` before, ` +
      'raise the limit in /etc/security/limits.conf, or use fewer --sessions.',
  );
}

function readLimit() {
  const [, soft] = /^Max open files\s+(\S+)/mu.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === 'unlimited' ? Infinity : Number(soft);
}
