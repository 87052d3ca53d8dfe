import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  environment,
  listCommands,
  makeClone,
  patience,
  patternOf,
  readBlocks,
  runCommands,
} from '../kit/walk-page.js';

const page = 'test/library/walk.md';

/** Starts the command of the page on free ports. */
async function start(command: string, cwd: string) {
  const ports = '-- --port 0 --auth-port 0 --api-port 0';
  const child = spawn(`${command} ${ports}`, {
    cwd,
    env: environment,
    shell: true,
    // A group of its own, as a terminal has it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const isOpen = new Promise<boolean>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('What a client does')) resolve(true);
    });
    void exited.then(() => resolve(false));
  });
  if (!(await isOpen)) throw new Error(output);
  const addressOf = (name: string): string => new RegExp(`${name} +(http:\\S+)`, 'u').exec(output)?.[1] ?? '';
  return {
    endpoint: addressOf('MCP server'),
    issuer: addressOf('Authorization server'),
    catalogue: addressOf('API of the catalogue'),
    pressCtrlC: async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await exited;
    },
  };
}

test('the commands of the page do what it says from scratch', { timeout: 3 * patience }, async () => {
  const clone = makeClone();
  const created = listCommands(readBlocks(page, 'The project'));
  expect(created).toHaveLength(3);
  runCommands(created, clone);
  const project = path.join(path.dirname(clone), 'my-library');
  expect(runCommands(['npm test'], project)).toMatch(/# pass 3\n# fail 0|ℹ pass 3\nℹ fail 0/u);

  const [command = ''] = listCommands(readBlocks(page, 'Start it'));
  expect(command).toBe('npm run local');
  const server = await start(command, project);
  try {
    const blocks = readBlocks(page, 'What a client does');
    const commands: string[] = [];
    const expected: string[] = [];
    for (const { language, text } of blocks) {
      if (language === 'sh') commands.push(text.trim(), 'echo; echo "@@"');
      else expected.push(text.trim());
    }
    const local = commands.map((each) =>
      each
        .replace('MCP=http://127.0.0.1:3000/mcp', `MCP=${server.endpoint}`)
        .replace('http://127.0.0.1:9100', server.catalogue),
    );
    expect(local).not.toEqual(commands);
    const printed = runCommands(local, project).split('\n@@\n');
    // The block that logs in prints nothing.
    const answers = printed.map((text) => text.trim()).filter((text) => text !== '');
    expect(answers).toHaveLength(expected.length);
    for (const [index, text] of expected.entries()) {
      for (const line of text.split('\n')) expect(answers[index]).toMatch(toPattern(line, server));
    }
  } finally {
    await server.pressCtrlC();
  }
  await expect(fetch(server.endpoint)).rejects.toThrow();
});

/** A line of the page, with the addresses of this run; `…` stands for anything. */
function toPattern(line: string, { endpoint, issuer }: { endpoint: string; issuer: string }): RegExp {
  const moved = line
    .replaceAll('http://127.0.0.1:3000', new URL(endpoint).origin)
    .replaceAll('http://127.0.0.1:9000', issuer);
  return patternOf(moved);
}

test('the documentation shows commands of the walk', () => {
  const walked = new Set(
    listCommands(['The project', 'What a client does'].flatMap((title) => readBlocks(page, title))),
  );
  const shown = listCommands(readBlocks('docs/authentication.md', 'Try it locally: the library template'));
  const others = shown.filter((command) => !walked.has(command));
  expect(others).toEqual(['npm create mcp-from-schema@latest my-library -- --template library --yes', 'cd my-library']);
});
