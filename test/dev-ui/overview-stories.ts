import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findProblems } from './find-problems.js';
import { choose, patience, resultOf, speak, type UiSession } from './ui-session.js';

/** Stories of the start page, the keyboard and the timeline, on the project studio. */
export function overviewStories(session: () => UiSession): void {
  let page: Page;

  const timeline = () => page.getByRole('complementary', { name: 'Timeline' });
  const focused = () => page.evaluate('document.activeElement.innerText || document.activeElement.placeholder');

  beforeAll(async () => {
    page = await session().open({ bypassCSP: true });
    await speak(page, '2026-07-28');
  });

  /** Expects that axe finds nothing, in both color schemes. */
  async function expectAccessible(): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findProblems(page), colorScheme).toEqual([]);
    }
  }

  describe('the start page', () => {
    test('says what the server is', async () => {
      const server = page.getByRole('region', { name: 'Server' });
      const facts = await server.locator('dl > div').allInnerTexts();
      const { folder } = session().project;
      expect(facts.map((fact) => fact.split('\n').filter(Boolean))).toEqual([
        ['Name', 'studio'],
        ['Title', 'The Studio'],
        ['Version', '1.0.0'],
        ['Protocol version', '2026-07-28'],
        ['Transport', 'stdio'],
        ['Project', folder],
        ['Capabilities', 'completions, extensions, logging, prompts, resources, tools'],
        ['Instructions', 'Ask before you order.'],
      ]);
      await server.getByRole('button', { name: 'Open MCP Inspector' }).waitFor();
    });

    test('shows the tokens of the tools, the largest first, and problems of clients', async () => {
      const usage = page.getByRole('region', { name: 'Token usage' });
      await usage.getByText(/^\d+ tokens in every conversation$/u).waitFor();
      const tokens = (await usage.getByRole('listitem').allInnerTexts()).map((line) => Number(line.split('\n')[1]));
      expect(tokens.length).toBeGreaterThan(5);
      expect(tokens).toEqual(tokens.toSorted((one, other) => other - one));
      const problems = page.getByRole('region', { name: 'Problems' });
      await problems.getByText('No problems found.').or(problems.getByRole('listitem').first()).waitFor();
      await page.getByText('No calls yet. Select a tool to call it.').waitFor();
      await expectAccessible();
    });

    test('lists the last calls with their outcome, and opens their tools', async () => {
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Completed in').waitFor();
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('nobody');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Tool error after').waitFor();
      await choose(page, 'Overview');
      const calls = page.getByRole('region', { name: 'Recent calls' });
      const [last = '', first = ''] = await calls.getByRole('listitem').allInnerTexts();
      expect(last).toMatch(/^greet\s+Tool error after \d+ ms\s+\d\d:\d\d:\d\d$/u);
      expect(first).toMatch(/^greet\s+Completed in \d+ ms/u);
      await expectAccessible();
      await calls.getByRole('button', { name: 'greet' }).first().click();
      await page.getByRole('heading', { level: 2, name: 'Greet somebody' }).waitFor();
    });
  });

  describe('the keyboard', () => {
    test('searches with /, moves with arrow keys, opens with Enter, calls with Enter', async () => {
      await choose(page, 'Overview');
      await page.keyboard.press('/');
      await expect.poll(focused, { timeout: patience }).toBe('Search');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toMatch(/^greet/u);
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe('measure');
      await page.keyboard.press('End');
      expect(await focused()).toMatch(/studio:\/\/rooms/u);
      await page.keyboard.press('Home');
      expect(await focused()).toBe('Overview');
      await page.keyboard.press('/');
      await page.keyboard.type('measure');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: 'measure' }).waitFor();
      await page.getByRole('textbox', { name: 'width' }).fill('3');
      // A slash in a field is a slash.
      await page.getByRole('textbox', { name: 'room' }).press('/');
      expect(await page.getByRole('textbox', { name: 'room' }).inputValue()).toBe('/');
      await page.keyboard.press('Enter');
      await resultOf(page).getByText('{"area":9}').waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
    });

    test('cancels an elicitation with Escape, which names its tool', async () => {
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const elicitation = page.getByRole('region', { name: 'order requests input' });
      await elicitation.getByText('Elicitation', { exact: true }).waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      await resultOf(page).getByText('Not ordered: cancel').waitFor();
      expect(await elicitation.count()).toBe(0);
    });

    test('names the tool of an elicitation, also when another one is open', async () => {
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const elicitation = page.getByRole('region', { name: 'order requests input' });
      await elicitation.waitFor();
      await choose(page, 'greet');
      await elicitation.getByRole('textbox', { name: 'Note' }).fill('from afar');
      await elicitation.getByRole('textbox', { name: 'Note' }).press('Enter');
      await choose(page, 'order');
      await resultOf(page).getByText('Ordered: from afar').waitFor();
    });
  });

  describe('the timeline', () => {
    test('folds the handshake, and groups the messages of a call', async () => {
      const groups = timeline().getByRole('list', { name: 'Calls and messages, newest first' }).locator('> li');
      await timeline().getByRole('button', { name: 'Clear' }).click();
      await page.reload();
      await page.getByRole('banner').getByText('Connected').waitFor();
      await expect.poll(() => groups.count(), { timeout: patience }).toBe(1);
      const handshake = groups.filter({ hasText: 'Handshake' });
      await handshake.getByText('2026-07-28').waitFor();
      expect(await timeline().getByText('server/discover').count()).toBe(0);
      await handshake.getByText('Handshake').click();
      await timeline().getByText('server/discover').first().waitFor();
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('twice');
      await page.getByRole('textbox', { name: 'Note' }).press('Enter');
      await resultOf(page).getByText('Ordered: twice').waitFor();
      const call = groups.first();
      await call.getByText('Completed').waitFor({ state: 'attached' });
      expect(await groups.count()).toBe(2);
      await call.getByText('order').click();
      // Two requests, the first result, which asks, and the second one.
      expect(await call.locator('ol > li').count()).toBe(4);
      await expectAccessible();
      await call.locator('summary').nth(1).click();
      await call.getByText('"name": "order"').waitFor();
      await expectAccessible();
      await page.keyboard.press('Escape');
      await call.getByText('"name": "order"').waitFor({ state: 'detached' });
    });

    test('keeps the groups when the page is loaded again, and shows which call failed', async () => {
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('nobody');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Tool error after').waitFor();
      await page.reload();
      await page.getByRole('banner').getByText('Connected').waitFor();
      const titles = timeline()
        .getByRole('list', { name: 'Calls and messages, newest first' })
        .locator('> li > details > summary');
      await expect.poll(() => titles.count(), { timeout: patience }).toBe(4);
      const shown = (await titles.allInnerTexts()).map((title) => title.replaceAll(/\s+/gu, ' '));
      expect(shown[0]).toMatch(/Completed Handshake 2026-07-28/u);
      expect(shown[1]).toMatch(/Failed greet tools\/call/u);
      expect(shown[2]).toMatch(/Completed order tools\/call/u);
      expect(shown[3]).toMatch(/Handshake/u);
    });
  });
}
