import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { greeter } from '../dev/dev-session.js';
import { cli, patience } from './ui-session.js';
import { postInit } from '../kit/post-init.js';
import { initialize } from '../wire/wire.js';

let project: Project;
let child: ChildProcessWithoutNullStreams | undefined;

beforeAll(async () => {
  project = await createProject(greeter);
});

afterEach(() => void child?.kill('SIGKILL'));

/** Starts `dev --ui`; collects what it writes. */
function start(...options: readonly string[]) {
  child = spawn(process.execPath, [cli, 'dev', '--ui', ...options], { cwd: project.folder });
  const started = child;
  const output = { stdout: '', stderr: '' };
  started.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  started.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const exited = new Promise<number | null>((resolve) => started.on('close', resolve));
  const until = (stream: keyof typeof output, pattern: RegExp): Promise<void> =>
    expect.poll(() => output[stream], { timeout: patience }).toMatch(pattern);
  return { child: started, output, exited, until };
}

const pageAddress = /^Dev UI: (\S+)$/mu;
const pageLine = /^Dev UI: http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/mu;

describe('dev --ui with clients', () => {
  test('a client on stdin is served, and its end is the end', async () => {
    const { child, until, exited, output } = start();
    child.stdin.write(`${JSON.stringify(initialize(1, '2025-11-25'))}\n`);
    await until('stdout', /"serverInfo"/u);
    await until('stderr', pageLine);
    expect(output.stdout).not.toContain('Dev UI');
    child.stdin.end();
    expect(await exited).toBe(0);
  });

  test('without a client, closed stdin ends nothing', async () => {
    const { child, until, exited, output } = start();
    child.stdin.end();
    await until('stderr', pageLine);
    const [, url = ''] = pageAddress.exec(output.stderr) ?? [];
    expect((await fetch(url)).status).toBe(200);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  test('clients over HTTP are served', async () => {
    const { until, output, child, exited } = start('--http', '0');
    await until('stderr', /^Listening on http:\/\/127\.0\.0\.1:\d+\/mcp$/mu);
    await until('stderr', pageLine);
    const [, url = ''] = /^Listening on (\S+)$/mu.exec(output.stderr) ?? [];
    const response = await fetch(url, postInit(initialize(1, '2025-11-25')));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('greeter');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});
