import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env, execPath, platform } from 'node:process';
import { promisify } from 'node:util';

/**
 * Runs npm and gives its standard output.
 *
 * @throws {Error} when npm is not there or fails; the message holds what it said
 */
export async function runNpm(npmArguments: readonly string[], cwd: string): Promise<string> {
  const script = await findNpmScript();
  const { stdout } = await (script === undefined
    ? runFromPath(npmArguments, cwd)
    : run(execPath, [script, ...npmArguments], { cwd }));
  return stdout;
}

const run = promisify(execFile);

/** The script of npm, so that no shell is needed: that of the npm which started us, or the one next to Node. */
async function findNpmScript(): Promise<string | undefined> {
  const started = env['npm_execpath'];
  const candidates = [
    ...(started !== undefined && /npm-cli\.c?js$/u.test(started) ? [started] : []),
    join(dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  for (const candidate of candidates) {
    const isThere = await access(candidate).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return undefined;
}

/** On Windows `npm` is a batch file, which only a shell can start, and the shell needs its arguments quoted. */
function runFromPath(npmArguments: readonly string[], cwd: string): Promise<{ stdout: string }> {
  if (platform !== 'win32') return run('npm', [...npmArguments], { cwd });
  return run(
    'npm.cmd',
    npmArguments.map((argument) => `"${argument}"`),
    { cwd, shell: true },
  );
}
