import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, patience, resultOf, speak, type UiSession } from './ui-session.js';
import { findProblems } from './find-problems.js';

/** Most bytes of the page, and of what is sent: little more than it has. */
const sizes = { page: 129_000, packed: 45_700 };

/** Stories of people with keyboards, screen readers and small screens, on the project studio. */
export function accessStories(session: () => UiSession): void {
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

  describe('the page is for all users', () => {
    test.each([
      { colorScheme: 'dark', width: 1280 },
      { colorScheme: 'light', width: 400 },
    ] as const)(
      'axe finds nothing in $colorScheme at $width px, and nothing is too wide',
      async ({ colorScheme, width }) => {
        // A policy that forbids foreign scripts is for the page, not for the tool that looks at it.
        const page = await session().open({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
        expect(await findProblems(page)).toEqual([]);
        await page.getByText(/^\d+ tokens in every conversation$/u).waitFor();
        await page.getByText('MCP Inspector command').click();
        expect(await findProblems(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        for (const name of ['rules', 'critique']) {
          await choose(page, name);
          await page.getByRole('heading', { level: 2, name }).waitFor();
          expect(await findProblems(page)).toEqual([]);
          expect(await isTooWide(page)).toBe(false);
        }
        await choose(page, 'greet');
        await page.getByRole('button', { name: 'Call tool' }).click();
        await page.getByText('is required').first().waitFor();
        expect(await findProblems(page)).toEqual([]);
        await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada'.repeat(100));
        await page.getByRole('button', { name: 'Call tool' }).click();
        await resultOf(page).getByText('Completed in').waitFor();
        expect(await findProblems(page)).toEqual([]);
        await resultOf(page).getByRole('tab', { name: 'Messages' }).click();
        expect(await isTooWide(page)).toBe(false);
        await choose(page, 'order');
        await page.getByRole('button', { name: 'Call tool' }).click();
        await page.getByRole('heading', { name: /requests input$/u }).waitFor();
        expect(await findProblems(page)).toEqual([]);
        expect(await isTooWide(page)).toBe(false);
        await page.context().close();
      },
    );

    test('someone with a keyboard and 400 px calls a tool and answers its question', async () => {
      const page = await session().open({ viewport: { width: 400, height: 800 } });
      await tabTo(page, /^Search/u);
      await page.keyboard.type('order');
      await tabTo(page, /^order/u);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.id'), { timeout: patience }).toBe('entry-title');
      await tabTo(page, /^Call tool$/u);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /requests input$/u }).waitFor();
      await expect
        .poll(() => page.evaluate('document.activeElement.innerText'), { timeout: patience })
        .toBe('order requests input');
      await tabTo(page, /^Note/u);
      await page.keyboard.type('by hand');
      await page.keyboard.press('Enter');
      await resultOf(page).getByText('Ordered: by hand').waitFor();
      await tabTo(page, /^Content$/u);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await resultOf(page).getByRole('tabpanel', { name: 'Messages' }).getByText('tools/call').first().waitFor();
      await page.context().close();
    });

    test('the page is one small file, and asks no other host', async () => {
      const response = await fetch(session().command.url, { headers: { 'accept-encoding': 'identity' } });
      const html = Buffer.from(await response.arrayBuffer());
      expect(html.length).toBeLessThan(sizes.page);
      expect(html.length, 'lower the limit').toBeGreaterThan(sizes.page * 0.95);
      const sent = await fetch(session().command.url, { headers: { 'accept-encoding': 'gzip' } });
      const packed = Number(sent.headers.get('content-length'));
      expect(packed).toBeLessThan(sizes.packed);
      expect(packed, 'lower the limit').toBeGreaterThan(sizes.packed * 0.95);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).toMatch(/script-src 'sha256-[\w+/]+='/u);
    });

    test('two tabs have connections of their own', async () => {
      const [one, two] = await Promise.all([session().open(), session().open()]);
      await speak(two, '2025-06-18');
      for (const page of [one, two]) {
        await choose(page, 'order');
        await page.getByRole('button', { name: 'Call tool' }).click();
      }
      for (const [page, note] of [
        [two, 'two'],
        [one, 'one'],
      ] as const) {
        const question = page.getByRole('region', { name: /requests input$/u });
        await question.getByRole('textbox', { name: 'Note' }).fill(note);
        await question.getByRole('button', { name: 'Submit' }).click();
        await resultOf(page).getByText(`Ordered: ${note}`).waitFor();
      }
      await Promise.all([one.context().close(), two.context().close()]);
    });

    test('a page that is loaded again is connected again, shows its timeline, and its address has no token', async () => {
      const page = await session().open();
      expect(new URL(page.url()).hash).toBe('');
      await choose(page, 'measure');
      await page.getByRole('textbox', { name: 'width' }).fill('7');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('{"area":21}').waitFor();
      await page.reload();
      await page.getByRole('banner').getByText('Connected').waitFor();
      const timeline = page.getByRole('complementary', { name: 'Timeline' });
      await timeline.getByRole('searchbox', { name: 'Filter messages' }).fill('sent tools/call measure');
      await timeline.getByText(/^1 of/u).waitFor();
      // What was before belongs to no call of this page, although their ids may be the same.
      await choose(page, 'measure');
      await page.getByRole('textbox', { name: 'width' }).fill('8');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('{"area":24}').waitFor();
      await resultOf(page).getByRole('tab', { name: 'Messages' }).click();
      expect(await resultOf(page).locator('pre').count()).toBe(2);
      await timeline.getByText(/^2 of/u).waitFor();
      await timeline.getByRole('button', { name: 'Clear' }).click();
      await page.reload();
      await page.getByRole('banner').getByText('Connected').waitFor();
      expect(await timeline.getByText('tools/call').count()).toBe(0);
      await page.context().close();
    });
  });
}
