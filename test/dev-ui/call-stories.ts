import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, resultOf, speak, type UiSession } from './ui-session.js';

/** Stories of a user who calls the server, on the project studio. */
export function callStories(session: () => UiSession): void {
  let page: Page;

  beforeAll(async () => {
    page = await session().open();
    // A server that is slow to start may have been greeted as one of an older protocol version.
    await speak(page, '2026-07-28');
  });

  describe('the page', () => {
    test('someone finds a tool, fills it wrongly, reads the error, fixes it and calls it', async () => {
      await page.getByRole('searchbox', { name: 'Search' }).fill('somebody by');
      await page.getByText('1 of 11 match').waitFor();
      await choose(page, 'greet');
      await page.getByRole('searchbox', { name: 'Search' }).fill('');
      const name = page.getByRole('textbox', { name: 'name', exact: true });
      await name.fill('x');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const problem = page.getByText('must have at least 2 characters');
      await problem.first().waitFor();
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      expect(await resultOf(page).count()).toBe(0);
      await page.getByRole('button', { name: 'Send anyway' }).click();
      await resultOf(page).getByText('Invalid arguments for tool "greet"').waitFor();
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      await name.fill('Ada');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Hello Ada!').waitFor();
      await resultOf(page).getByText('Completed in').waitFor();
      await problem.first().waitFor({ state: 'detached' });
    });

    test.each(['2025-11-25', '2026-07-28'])('someone answers a question in %s', async (protocolVersion) => {
      await speak(page, protocolVersion);
      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const question = page.getByRole('region', { name: /requests input$/u });
      await question.getByText('Really order?').waitFor();
      await question.getByRole('textbox', { name: 'Note' }).fill('two of them');
      await question.getByRole('button', { name: 'Submit' }).click();
      await resultOf(page).getByText('Ordered: two of them').waitFor();
      expect(await question.count()).toBe(0);
      await page.getByRole('button', { name: 'Call tool' }).click();
      await question.getByRole('button', { name: 'Decline' }).click();
      await resultOf(page).getByText('Not ordered: decline').waitFor();
    });

    test('someone sees progress and log messages, and cancels', async () => {
      await choose(page, 'wait');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await page.getByText('1 of 4: one of four').waitFor();
      await page.getByText('the kettle is on').first().waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await resultOf(page).getByText('Canceled after').waitFor();
      const timeline = page.getByRole('complementary', { name: 'Timeline' });
      await timeline.getByText('wait tools/call').click();
      await timeline.getByText('notifications/cancelled').first().waitFor();
    });

    test('someone follows a task that asks a question', async () => {
      await choose(page, 'film');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Task: ').waitFor();
      const question = page.getByRole('region', { name: /requests input$/u });
      await question.getByRole('textbox', { name: 'Color' }).fill('sepia');
      await question.getByRole('button', { name: 'Submit' }).click();
      await resultOf(page).getByText('A film in sepia').waitFor();
    });

    test('someone sends a request of the timeline again', async () => {
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('Hello Grace!').waitFor();
      const timeline = page.getByRole('complementary', { name: 'Timeline' });
      await timeline.getByRole('searchbox', { name: 'Filter messages' }).fill('sent tools/call 2026-07-28 "greet" ada');
      await timeline.getByText('greet').last().click();
      await timeline.getByRole('button', { name: 'Resend' }).click();
      await timeline.getByRole('searchbox', { name: 'Filter messages' }).fill('');
      await resultOf(page).getByText('Hello Ada!').waitFor();
      expect(await page.getByRole('textbox', { name: 'name', exact: true }).inputValue()).toBe('Ada');
    });

    test('someone exports the timeline', async () => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export JSON' }).click();
      const messages = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as readonly {
        readonly direction: string;
        readonly message: { readonly method?: string };
      }[];
      expect(messages.length).toBeGreaterThan(20);
      expect(messages.some(({ message }) => message.method === 'tools/call')).toBe(true);
      expect(new Set(messages.map(({ direction }) => direction))).toEqual(new Set(['sent', 'received']));
    });

    test('someone looks at one call in protocolVersions that answer differently', async () => {
      await choose(page, 'measure');
      const protocolVersions = ['2024-11-05', '2025-06-18', '2026-07-28'];
      for (const [index, protocolVersion] of protocolVersions.entries()) {
        await speak(page, protocolVersion);
        await choose(page, 'measure');
        // Another value each time: the result in the protocol version before is shown until the new one is there.
        const area = 12 + 3 * index;
        await page.getByRole('textbox', { name: 'width' }).fill(String(area / 3));
        await page.getByRole('button', { name: 'Call tool' }).click();
        await resultOf(page).getByText(`{"area":${area}}`).waitFor();
        await resultOf(page).getByRole('tab', { name: 'JSON', exact: true }).click();
        const shown = JSON.parse(await resultOf(page).locator('pre').innerText()) as object;
        if (protocolVersion >= '2025-06-18') expect(shown).toEqual({ area });
        else expect(shown).toEqual({ content: [{ type: 'text', text: `{"area":${area}}` }] });
        await resultOf(page).getByRole('tab', { name: 'Messages' }).click();
        const [sent, received] = await resultOf(page).locator('pre').allInnerTexts();
        const request = JSON.parse(sent ?? '') as { readonly id: number; readonly params: { readonly _meta: object } };
        expect(JSON.parse(received ?? '')).toMatchObject({ jsonrpc: '2.0', id: request.id });
        expect('io.modelcontextprotocol/protocolVersion' in request.params._meta).toBe(
          protocolVersion === '2026-07-28',
        );
      }
    });

    test('someone gets a prompt with a value that the server completes, and reads a resource and a template', async () => {
      await choose(page, 'critique');
      await page
        .getByRole('combobox', { name: 'style' })
        .or(page.getByRole('textbox', { name: 'style' }))
        .fill('b');
      await page.getByText('bauhaus').or(page.locator('option[value=bauhaus]')).first().waitFor({ state: 'attached' });
      await page.getByLabel('style').first().fill('bauhaus');
      await page.getByRole('button', { name: 'Get prompt' }).click();
      await resultOf(page).getByText('Criticise it as bauhaus.').waitFor();
      await choose(page, 'studio://rules');
      await page.getByRole('button', { name: 'Read resource' }).click();
      await resultOf(page).getByText('No smoking.').waitFor();
      await choose(page, 'studio://rooms/{room}');
      await page.getByRole('textbox', { name: 'room' }).fill('blue & green');
      await page.getByRole('button', { name: 'Read resource' }).click();
      await resultOf(page).getByText('The room blue & green.').waitFor();
    });

    test('hostile texts stay texts', async () => {
      await choose(page, 'hostile');
      await page
        .getByRole('main')
        .getByText('<img src=x onerror=alert(1)> <script>alert(1)</script>', { exact: true })
        .waitFor();
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('[link](javascript:alert(1))').waitFor();
      expect(await page.getByRole('main').locator('img, script').count()).toBe(0);
      expect(await page.evaluate('globalThis.broken')).toBeUndefined();
    });
  });
}
