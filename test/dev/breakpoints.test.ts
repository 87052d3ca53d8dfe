import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { greeter } from './dev-session.js';
import { modern } from '../wire/wire.js';

const preload = pathToFileURL(path.join(import.meta.dirname, 'break-in-handler.mjs')).href;

/** Calls the tool until a debugger has stopped in its handler; gives what the last call answered. */
async function callUntilPaused(args: readonly string[], cwd: string): Promise<string> {
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import ${preload}`,
    BREAK_AT: 'handlers/tools/greet.ts:4',
    BREAK_TEXT: 'Hello',
  };
  const child = spawn(process.execPath, args, { cwd, env });
  // A server with a debugger waits until it is gone.
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  let answer = '';
  const call = modern(1, 'tools/call', { name: 'greet', arguments: {} });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const paused = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer = text;
      if (errors.includes('paused at')) resolve();
      // The handlers are loaded by the first call, and the breakpoint is set a moment later.
      else child.stdin.write(`${JSON.stringify(call)}\n`);
    });
  });
  child.stdin.write(`${JSON.stringify(call)}\n`);
  await paused;
  expect(errors).toContain('breakpoint at handlers/tools/greet.ts:4');
  expect(errors).toContain('paused at handlers/tools/greet.ts:4');
  return answer;
}

test('a breakpoint in a line of TypeScript stops the built server', async () => {
  const { folder, bundle } = await createProject({
    ...greeter,
    'handlers/tools/greet.ts': greeter['handlers/tools/greet.ts'].replace("'Hello'", "{\n  return 'Hello';\n}"),
  });
  expect(await callUntilPaused([await bundle()], folder)).toContain('Hello');
});
