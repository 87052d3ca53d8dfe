import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, resultOf, startPageSession, type PageSession } from './page-session.js';
import { studio } from './studio-project.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let session: PageSession;

beforeAll(async () => {
  session = await startPageSession(studio);
});

afterAll(() => session.close());

afterEach(() => expect(session.errors).toEqual([]));

/** Problems that axe-core finds, in a line each. */
async function findProblems(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`axe.run(document).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(' '))))`)) as readonly string[];
}

/** Whether something is wider than the window. */
function isTooWide(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** Moves with the tabulator until an element with this text or label has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused: unknown[] = [];
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(
      '(({ activeElement: e }) => e.getAttribute("aria-label") ?? e.labels?.[0]?.innerText ?? e.innerText ?? "")(document)',
    );
    focused.push(text);
    if (name.test(String(text))) return;
  }
  throw new Error(`The keyboard does not reach ${name}: ${JSON.stringify(focused)}`);
}

describe('the page is for everybody', () => {
  test.each([
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 400 },
    { colorScheme: 'dark', width: 2000 },
  ] as const)(
    'axe finds nothing in $colorScheme at $width px, and nothing is too wide',
    async ({ colorScheme, width }) => {
      // A policy that forbids foreign scripts is for the page, not for the tool that looks at it.
      const page = await session.open({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.evaluate(axe);
      expect(await findProblems(page)).toEqual([]);
      for (const name of ['greet', 'studio://rules', 'critique']) {
        await choose(page, name);
        await page
          .getByRole('heading', { level: 2, name: name === 'greet' ? 'Greet somebody' : name.split('/').at(-1)! })
          .waitFor();
        expect(await findProblems(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
      }
      await choose(page, 'greet');
      await page.getByRole('button', { name: 'Call the tool' }).click();
      await page.getByText('is required').first().waitFor();
      expect(await findProblems(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada'.repeat(100));
      await page.getByRole('button', { name: 'Call the tool' }).click();
      await resultOf(page).getByText('Answered in').waitFor();
      expect(await findProblems(page)).toEqual([]);
      await resultOf(page).getByRole('tab', { name: 'On the wire' }).click();
      expect(await isTooWide(page)).toBe(false);
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call the tool' }).click();
      await page.getByRole('heading', { name: 'The server asks you' }).waitFor();
      expect(await findProblems(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await page.context().close();
    },
  );

  test('someone with a keyboard and 400 px calls a tool and answers its question', async () => {
    const page = await session.open({ viewport: { width: 400, height: 800 } });
    await tabTo(page, /^Search/u);
    await page.keyboard.type('order');
    await tabTo(page, /^order/u);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('order');
    await tabTo(page, /^Call the tool$/u);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The server asks you' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe('The server asks you');
    await tabTo(page, /^Note/u);
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await resultOf(page).getByText('Ordered: by hand').waitFor();
    await tabTo(page, /^For the model$/u);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await resultOf(page).getByRole('tabpanel', { name: 'On the wire' }).getByText('tools/call').first().waitFor();
    await page.context().close();
  });

  test('the page is one small file, and asks no other host', async () => {
    const response = await fetch(session.command.url, { headers: { 'accept-encoding': 'identity' } });
    const html = Buffer.from(await response.arrayBuffer());
    expect(html.length).toBeLessThan(110_000);
    const sent = await fetch(session.command.url, { headers: { 'accept-encoding': 'gzip' } });
    const packed = Number(sent.headers.get('content-length'));
    expect(packed).toBeGreaterThan(10_000);
    expect(packed).toBeLessThan(40_000);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/script-src 'sha256-[\w+/]+='/u);
  });

  test('two tabs have connections of their own', async () => {
    const [one, two] = await Promise.all([session.open(), session.open()]);
    await two.getByLabel('Protocol revision').selectOption('2025-06-18');
    for (const page of [one, two]) {
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call the tool' }).click();
    }
    for (const [page, note] of [
      [two, 'two'],
      [one, 'one'],
    ] as const) {
      const question = page.getByRole('region', { name: 'The server asks you' });
      await question.getByRole('textbox', { name: 'Note' }).fill(note);
      await question.getByRole('button', { name: 'Send' }).click();
      await resultOf(page).getByText(`Ordered: ${note}`).waitFor();
    }
    await Promise.all([one.context().close(), two.context().close()]);
  });

  test('a page that is loaded again is connected again, and its address has no token', async () => {
    const page = await session.open();
    expect(new URL(page.url()).hash).toBe('');
    await page.reload();
    await page.getByRole('banner').getByText('Connected').waitFor();
    await page.context().close();
  });
});
