import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject, type Project } from '../kit/build-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { choose, patience, resultOf, speak, startUiCommand, type UiCommand } from './ui-session.js';
import { studio } from './studio-project.js';

let browser: Browser;
let project: Project;
let bundle: string;

beforeAll(async () => {
  [browser, project] = await Promise.all([startChromium(), createProject(studio)]);
  bundle = await project.bundle();
});

afterAll(() => browser.close());

/** Opens the page on a server, does something there, and stops the command. */
async function withPage(args: readonly string[], act: (page: Page) => Promise<void>): Promise<void> {
  const command = await startUiCommand(project.folder, 'ui', ...args);
  const page = await openPage(command);
  try {
    await act(page);
  } finally {
    await page.close();
    await command.stop();
  }
}

async function openPage(command: UiCommand): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(command.url);
  return page;
}

/** Calls a tool, answers its question, cancels another one, in a protocol version. */
async function useServer(page: Page, protocolVersion: string): Promise<void> {
  await speak(page, protocolVersion);
  await choose(page, 'order');
  await page.getByRole('button', { name: 'Call tool' }).click();
  const question = page.getByRole('region', { name: /requests input$/u });
  await question.getByRole('textbox', { name: 'Note' }).fill(protocolVersion);
  await question.getByRole('button', { name: 'Submit' }).click();
  await resultOf(page).getByText(`Ordered: ${protocolVersion}`).waitFor();
  expect(await resultOf(page).getByRole('button', { name: 'Copy call' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Save as test' }).count()).toBe(0);
  // Over HTTP the newest protocol version repeats this argument in a header, which the server compares.
  await choose(page, 'measure');
  await page.getByRole('textbox', { name: 'width' }).fill('2');
  await page.getByRole('textbox', { name: 'room' }).fill(' Küche');
  await page.getByRole('button', { name: 'Call tool' }).click();
  await resultOf(page).getByText('{"area":6}').waitFor();
  await choose(page, 'wait');
  await page.getByRole('button', { name: 'Call tool' }).click();
  await page.getByText('1 of 4: one of four').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await resultOf(page).getByText('Canceled after').waitFor();
}

/** Two calls run; the server logs and asks for the older one. */
async function askForOlderCall(page: Page): Promise<void> {
  await speak(page, '2025-11-25');
  await choose(page, 'double');
  await page.getByRole('button', { name: 'Call tool' }).click();
  await resultOf(page).getByText('Waiting for the result').waitFor();
  await choose(page, 'wait');
  await page.getByRole('button', { name: 'Call tool' }).click();
  const question = page.getByRole('region', { name: /requests input$/u });
  await question.getByRole('textbox', { name: 'Factor' }).fill('thrice');
  await question.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('the kettle is on').waitFor();
  expect(await page.getByRole('main').getByText('somebody waits').count()).toBe(0);
  await choose(page, 'double');
  await resultOf(page).getByText('Doubled: thrice').waitFor();
  await page.getByRole('region', { name: 'Progress and log messages' }).getByText('somebody waits').waitFor();
  expect(await page.getByRole('main').getByText('the kettle is on').count()).toBe(0);
  await resultOf(page).getByRole('tab', { name: 'Messages' }).click();
  const messages = await resultOf(page).locator('pre').allInnerTexts();
  // The call, a log message, the question, its answer, the result.
  expect(messages).toHaveLength(5);
  expect(messages.join('\n')).toMatch(
    /"double"[^]*"somebody waits"[^]*"elicitation\/create"[^]*"thrice"[^]*"Doubled: thrice"/u,
  );
}

/** Starts the server over HTTP, at a free port unless one is given; gives its address. */
async function startHttp(port = '0'): Promise<{ readonly server: ServerProcess; readonly url: string }> {
  const server = startServer(bundle, ['--http', port]);
  await expect.poll(() => server.output.stderr, { timeout: patience }).toMatch(/Listening on http/u);
  return { server, url: /http:\S+/u.exec(server.output.stderr)?.[0] ?? '' };
}

/** Puts a program named `npx` before all others. */
async function installNpx(script: string): Promise<void> {
  const folder = path.join(project.folder, 'programs');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'npx'), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`);
}

/** Serves its arguments, and prints its address as the Inspector does. */
const inspectorStandIn = `
const { CLIENT_PORT: port, MCP_AUTO_OPEN_ENABLED: opens } = process.env;
require('node:http')
  .createServer((request, response) => response.end(JSON.stringify({ args: process.argv.slice(2), opens, cwd: process.cwd() })))
  .listen(port, '127.0.0.1', () => {
    console.log('MCP Inspector Web is up and running at:\\n   http://127.0.0.1:' + port + '?MCP_INSPECTOR_API_TOKEN=abc123\\n');
  });
`;

describe('the page on a server that runs elsewhere', () => {
  test('someone uses a server over HTTP, and connects again after it was restarted', async () => {
    const { server, url } = await startHttp();
    await withPage([url], async (page) => {
      await useServer(page, '2026-07-28');
      await askForOlderCall(page);
      server.child.kill('SIGKILL');
      await server.exited;
      // The page has tried to connect again by itself: now it waits for the user.
      await page.getByRole('banner').getByText('ECONNREFUSED').waitFor();
      const { server: restarted } = await startHttp(new URL(url).port);
      await page.getByRole('button', { name: 'Reconnect' }).click();
      await page.getByRole('banner').getByText('Connected').waitFor();
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Hello Ada!').waitFor();
      restarted.child.kill('SIGKILL');
    });
  });

  test('headers of the command line reach the server, and a server that demands a token says so in the page', async () => {
    const seen: (string | undefined)[] = [];
    const guarded: Server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { 'content-type': 'text/plain' }).end('no');
    });
    await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}/mcp`;
    await withPage([url, '--header', 'Authorization: Bearer abc'], async (page) => {
      await page.getByRole('banner').getByText('The server responded with HTTP 401. Pass a token: --header').waitFor();
    });
    expect(new Set(seen)).toEqual(new Set(['Bearer abc']));
    guarded.close();
  });

  test('a command that cannot be started, and one that ends, say why in the page', async () => {
    await withPage(['there-is-no-such-program --x'], async (page) => {
      await page.getByRole('banner').getByText('The server cannot be started').waitFor();
    });
    await withPage([`node -e "console.error('the disk is full'); process.exit(3)"`], async (page) => {
      await page
        .getByRole('banner')
        .getByText('The server exited (exit code 3). Its stderr: the disk is full')
        .waitFor();
    });
  });

  test.each([
    [['node "x'], 'unclosed'],
    [['   '], 'the URL of a server, or the command'],
    [['http://user:secret@127.0.0.1/'], 'user name or password'],
    [['http://127.0.0.1/', '--header', 'broken'], '--header must be a header'],
    [['node x.js', '--header', 'A: b'], '--header can only be used with a URL'],
    [['--header', 'A: b'], 'Missing argument: create-mcp-from-schema ui <server>'],
  ])('%j is refused', async (args, reason) => {
    const { exitCode, error } = await runInMemory(['ui', ...args], { cwd: project.folder });
    expect(error).toContain(reason);
    expect(exitCode).toBe(2);
  });
});

describe('the page on a server that a command starts', () => {
  let command: UiCommand;
  let page: Page;

  beforeAll(async () => {
    await installNpx(`console.error('npm error 404 <b>not found</b>'); process.exit(4);`);
    command = await startUiCommand(project.folder, 'ui', `node ${bundle} -- --own "an argument"`);
    vi.unstubAllEnvs();
    page = await openPage(command);
  });

  test('someone uses it', () => useServer(page, '2025-06-18'));

  test('someone is told why the official Inspector does not start, and keeps its command', async () => {
    await choose(page, 'Overview');
    await page.getByRole('button', { name: 'Open MCP Inspector' }).click();
    const reason = 'MCP Inspector failed to start: exit code 4. Output: npm error 404 <b>not found</b>';
    await page.getByText(reason, { exact: true }).waitFor();
    await page.getByText('MCP Inspector command').click();
    await page.getByText(`npx -y @modelcontextprotocol/inspector node ${bundle} -- --own "an argument"`).waitFor();
    expect(await page.getByRole('link', { name: 'MCP Inspector for this server' }).count()).toBe(0);
  });

  test('someone opens the official Inspector, which ends with the command', async () => {
    await installNpx(inspectorStandIn);
    const openInspector = async (): Promise<Page> => {
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Open MCP Inspector' }).click();
      const inspector = await opened;
      await inspector.waitForLoadState();
      return inspector;
    };
    const inspector = await openInspector();
    const address = inspector.url();
    const args = ['-y', '@modelcontextprotocol/inspector', 'node', '--', bundle, '--', '--own', 'an argument'];
    const shown: unknown = JSON.parse(await inspector.locator('body').innerText());
    expect(shown).toEqual({ args, opens: 'false', cwd: project.folder });
    const link = page.getByRole('link', { name: 'MCP Inspector for this server' });
    expect(new URL((await link.getAttribute('href')) ?? '').href).toBe(address);
    expect(await link.getAttribute('rel')).toContain('noopener');
    // A second click opens the same Inspector.
    expect((await openInspector()).url()).toBe(address);
    await page.close();
    await command.stop();
    await vi.waitFor(() => expect(fetch(address)).rejects.toThrow(), patience);
  });
});
