import { spawn } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../kit/start-chromium.js';
import { createProject, type Project } from '../kit/build-server.js';

/** The command line as it is built. */
export const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

/** A command that serves the page. */
export interface UiCommand {
  /** Address with the token. */
  readonly url: string;
  stderr(): string;
  stop(): Promise<void>;
}

/** Starts a command that serves the page, and waits for its address. */
export async function startUiCommand(cwd: string, ...args: string[]): Promise<UiCommand> {
  const child = spawn(process.execPath, [cli, ...args], { cwd });
  let stderr = '';
  const exited = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const [, found] = /^Dev UI: (\S+)$/mu.exec(stderr) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`The command has ended: ${stderr}`)));
  });
  return {
    url,
    stderr: () => stderr,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A browser and `dev --ui` with a project. */
export interface UiSession {
  readonly project: Project;
  readonly command: UiCommand;
  readonly browser: Browser;
  /** Opens the page in a new window, and waits until it is connected. Errors of the page are collected for {@link takeErrors}. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<Page>;
  /** Errors and refused requests of all pages since the last time. */
  takeErrors(): readonly string[];
  /** Changes a file as editors do: written to another file, then renamed. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that a step of a story may take: machines that run many tests at once are slow. */
export const patience = 60_000;

/** Starts `dev --ui` for a project. */
export async function startUiSession(files: { readonly [file: string]: string }): Promise<UiSession> {
  const [project, browser] = await Promise.all([createProject(files), startChromium()]);
  const command = await startUiCommand(project.folder, 'dev', '--ui');
  const errors: string[] = [];
  return {
    project,
    command,
    browser,
    takeErrors: () => errors.splice(0),
    async open(options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(patience);
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
      page.on('request', (request) => {
        if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/u.test(request.url())) errors.push(request.url());
      });
      await page.goto(command.url);
      await page.getByRole('banner').getByText('Connected').waitFor();
      return page;
    },
    async edit(file, change) {
      const target = path.join(project.folder, file);
      await writeFile(`${target}.new`, change(await readFile(target, 'utf8')));
      await rename(`${target}.new`, target);
    },
    async close() {
      await Promise.all([browser.close(), command.stop()]);
    },
  };
}

/** The part of a page with the result of the last call. */
export function resultOf(page: Page) {
  return page.getByRole('region', { name: 'Result' });
}

/** Opens a tool, prompt or resource from the list. */
export async function choose(page: Page, name: string): Promise<void> {
  // In a narrow window the list is folded.
  const menu = page.getByRole('button', { name: 'Menu', expanded: false });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('button', { name }).click();
}

/** Chooses another protocol version, and waits until the page is connected in it. */
export async function speak(page: Page, protocolVersion: string): Promise<void> {
  await page.getByLabel('Protocol version').selectOption(protocolVersion);
  await page.getByRole('banner').getByText('Connected').waitFor();
}
