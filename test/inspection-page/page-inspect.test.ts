import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { createProject, type Project } from '../kit/build-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { choose, cli, resultOf, startPageCommand } from './page-session.js';
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
  const command = await startPageCommand(project.folder, 'inspect', '--ui', ...args);
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(command.url);
    await act(page);
  } finally {
    await page.close();
    await command.stop();
  }
}

/** Calls a tool, answers its question, cancels another one, in two revisions. */
async function useServer(page: Page): Promise<void> {
  for (const revision of ['2025-06-18', '2026-07-28']) {
    await page.getByLabel('Protocol revision').selectOption(revision);
    await choose(page, 'order');
    await page.getByRole('button', { name: 'Call the tool' }).click();
    const question = page.getByRole('region', { name: 'The server asks you' });
    await question.getByRole('textbox', { name: 'Note' }).fill(revision);
    await question.getByRole('button', { name: 'Send' }).click();
    await resultOf(page).getByText(`Ordered: ${revision}`).waitFor();
    expect(await resultOf(page).getByRole('button', { name: 'Copy the call' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Save as a test' }).count()).toBe(0);
    // Over HTTP the newest revision repeats this argument in a header, which the server compares.
    await choose(page, 'measure');
    await page.getByRole('textbox', { name: 'width' }).fill('2');
    await page.getByRole('textbox', { name: 'room' }).fill(' Küche');
    await page.getByRole('button', { name: 'Call the tool' }).click();
    await resultOf(page).getByText('{"area":6}').waitFor();
    await choose(page, 'wait');
    await page.getByRole('button', { name: 'Call the tool' }).click();
    await page.getByText('1 of 4 – one of four').waitFor();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await resultOf(page).getByText('Cancelled after').waitFor();
  }
}

/** Starts the server over HTTP; gives its address. */
async function startHttp(): Promise<{ readonly server: ServerProcess; readonly url: string }> {
  const server = startServer(bundle, ['--http', '0']);
  await expect.poll(() => server.output.stderr, { timeout: 10_000 }).toMatch(/Listening on http/u);
  return { server, url: /http:\S+/u.exec(server.output.stderr)?.[0] ?? '' };
}

describe('the page on a server that runs elsewhere', () => {
  test('someone uses a server that a command starts', () => withPage([`node ${bundle}`], useServer));

  test('someone uses a server over HTTP, and connects again after it was restarted', async () => {
    const { server, url } = await startHttp();
    await withPage([url], async (page) => {
      await useServer(page);
      await page.getByLabel('Protocol revision').selectOption('2025-11-25');
      await page.getByRole('banner').getByText('Connected').waitFor();
      server.child.kill('SIGKILL');
      await server.exited;
      const restarted = startServer(bundle, ['--http', new URL(url).port]);
      await expect.poll(() => restarted.output.stderr, { timeout: 10_000 }).toMatch(/Listening on http/u);
      const button = page.getByRole('button', { name: 'Connect again' });
      if ((await button.count()) > 0) await button.click();
      await page.getByRole('banner').getByText('Connected').waitFor();
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
      await page.getByRole('button', { name: 'Call the tool' }).click();
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
      await page.getByRole('banner').getByText('The server answers 401: give a token with --header').waitFor();
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
        .getByText('The server has ended (exit code 3). It says: the disk is full')
        .waitFor();
    });
  });

  test.each([
    [['--ui', 'node "x'], 'not closed'],
    [['--ui', '   '], 'an address or a command'],
    [['--ui', 'http://user:secret@127.0.0.1/'], 'user name or password'],
    [['--ui', 'http://127.0.0.1/', '--header', 'broken'], '--header takes a header'],
    [['--ui', 'node x.js', '--header', 'A: b'], 'for servers with an address'],
    [['--header', 'A: b'], '--header needs --ui'],
  ])('%j is refused', async (args, reason) => {
    const child = spawn(process.execPath, [cli, 'inspect', ...args], { cwd: project.folder });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
  });
});
