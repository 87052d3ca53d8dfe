import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findProblems } from './find-problems.js';
import { choose, patience, resultOf, speak, type UiSession } from './ui-session.js';

/** Stories with the questions and answers that are rarer, on the project gallery. */
export function galleryStories(session: () => UiSession): void {
  let page: Page;

  beforeAll(async () => {
    page = await session().open();
  });

  async function callTool(name: string): Promise<void> {
    await choose(page, name);
    await page.getByRole('button', { name: 'Call tool' }).click();
  }

  describe.each(['2025-11-25', '2026-07-28'])('questions in %s', (protocolVersion) => {
    beforeAll(() => speak(page, protocolVersion));

    test('someone is asked to open a page, sees its host, and agrees', async () => {
      await callTool('sign_in');
      const question = page.getByRole('region', { name: /requests input$/u });
      await question.getByText('Sign in on this page.').waitFor();
      const link = question.getByRole('link', { name: 'Open URL' });
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/gallery\.example\/sign-in\?for=Ada/u);
      expect(await link.getAttribute('rel')).toContain('noopener');
      await question.getByText('gallery.example').first().waitFor();
      await question.getByRole('button', { name: 'Accept' }).click();
      await resultOf(page).getByText('The user says: accept').waitFor();
    });

    test('someone writes the text of the model, and declines the second time', async () => {
      await callTool('caption');
      const question = page.getByRole('region', { name: 'caption requests a model response' });
      await question.getByText('A caption for a red dot, please.', { exact: true }).waitFor();
      await question.getByRole('textbox', { name: 'Response' }).fill('A point of view');
      await question.getByRole('button', { name: 'Submit' }).click();
      await resultOf(page).getByText('human: {"type":"text","text":"A point of view"}').waitFor();
      await page.getByRole('button', { name: 'Call tool' }).click();
      await question.getByRole('button', { name: 'Decline' }).click();
      await resultOf(page)
        .getByText(/Tool error|Request failed/u)
        .waitFor();
      expect(await question.count()).toBe(0);
    });

    test('someone says which folders the server may use', async () => {
      await callTool('folders');
      const question = page.getByRole('region', { name: 'folders requests your roots' });
      await question.getByRole('textbox').fill('file:///home/ada/pictures\n\n  file:///tmp');
      await question.getByRole('button', { name: 'Submit' }).click();
      await resultOf(page).getByText('file:///home/ada/pictures and file:///tmp').waitFor();
    });

    test('someone subscribes to a resource, and is told when it changes', async () => {
      await choose(page, 'gallery://board');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await page.getByText('Subscribed, no updates yet').waitFor();
      await choose(page, 'hang');
      await page.getByRole('textbox', { name: 'title' }).fill('The Swan');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const news = page.getByRole('log', { name: 'Changes and problems' });
      await news.getByText('Resource updated: gallery://board').waitFor();
      await news.getByRole('button', { name: 'Dismiss: Resource updated' }).click();
      await choose(page, 'gallery://board');
      await page.getByText('Subscribed, 1 update').waitFor();
      await page.getByRole('button', { name: 'Read resource' }).click();
      await resultOf(page).getByText('On the wall: The Swan').waitFor();
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await choose(page, 'hang');
      await page.getByRole('textbox', { name: 'title' }).fill('The Crow');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('The Crow hangs.').waitFor();
      expect(await news.getByText('Resource updated').count()).toBe(0);
    });
  });

  test('axe finds nothing in questions and subscriptions, in both color schemes', async () => {
    const own = await session().open({ bypassCSP: true });
    const expectAccessible = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await own.emulateMedia({ colorScheme });
        expect(await findProblems(own)).toEqual([]);
      }
    };
    for (const [tool, title, button] of [
      ['sign_in', 'sign_in requests input', 'Decline'],
      ['caption', 'caption requests a model response', 'Decline'],
      ['folders', 'folders requests your roots', 'Submit'],
    ] as const) {
      await choose(own, tool);
      await own.getByRole('button', { name: 'Call tool' }).click();
      const question = own.getByRole('region', { name: title });
      await question.waitFor();
      await expectAccessible();
      await question.getByRole('button', { name: button }).click();
      await question.waitFor({ state: 'detached' });
    }
    await choose(own, 'gallery://board');
    await own.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await own.getByText('Subscribed, no updates yet').waitFor();
    await expectAccessible();
    await own.context().close();
  });

  describe('answers', () => {
    test('someone sees the image of an answer', async () => {
      await callTool('draw');
      const image = resultOf(page).getByRole('img', { name: 'Image in the result' });
      await image.waitFor();
      await expect
        .poll(() => image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth), {
          timeout: patience,
        })
        .toBe(1);
    });

    test('someone can play the sound of an answer', async () => {
      await callTool('sing');
      const player = resultOf(page).locator('audio');
      await player.waitFor();
      await expect
        .poll(() => player.evaluate((shown) => (shown as unknown as { duration: number }).duration), {
          timeout: patience,
        })
        .toBeCloseTo(100 / 8000);
    });

    test('a picture that can contain a script is not drawn', async () => {
      await callTool('dangerous_picture');
      await resultOf(page).getByText('The Dev UI does not display this type.').waitFor();
      expect(await page.getByRole('main').locator('img').count()).toBe(0);
      expect(await page.evaluate('globalThis.broken')).toBeUndefined();
    });

    test('a huge answer is shown in part, and the page stays quick', async () => {
      await callTool('everything');
      await resultOf(page).getByText('Completed in').waitFor();
      await resultOf(page).getByText('Picture 0 of the collection').waitFor();
      expect(await resultOf(page).getByText('The very last one').count()).toBe(0);
      await resultOf(page).getByRole('button', { name: 'Show all' }).first().click();
      await resultOf(page).getByText('The very last one').waitFor();
      await resultOf(page).getByRole('tab', { name: 'Messages' }).click();
      await choose(page, 'draw');
      await page.getByRole('heading', { level: 2, name: 'draw' }).waitFor();
    });

    test('someone reads a template with a value that the server completes', async () => {
      await choose(page, 'gallery://artists/{artist}');
      const field = page.getByRole('combobox', { name: 'artist' });
      await field.fill('k');
      await page.locator('option[value=Kahlo]').waitFor({ state: 'attached' });
      await page.locator('option[value="Miró"]').waitFor({ state: 'detached' });
      await field.fill('Miró & sons');
      await page.getByRole('button', { name: 'Read resource' }).click();
      await resultOf(page).getByText('Works by Miró & sons.').waitFor();
      await resultOf(page).getByText('gallery://artists/Mir%C3%B3%20%26%20sons').waitFor();
    });
  });

  describe('trouble', () => {
    test('a server that crashes says so, and answers again', async () => {
      await callTool('close_abruptly');
      await resultOf(page).getByText('Request failed after').waitFor();
      // Messages wait for the next process of the server.
      await callTool('draw');
      await resultOf(page).getByText('Completed in').waitFor();
    });

    test('a subscription outlives the connection', async () => {
      await choose(page, 'gallery://board');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await speak(page, '2025-06-18');
      await choose(page, 'hang');
      await page.getByRole('textbox', { name: 'title' }).fill('The Dove');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await page.getByText('Resource updated: gallery://board').waitFor();
      await speak(page, '2026-07-28');
    });

    test('someone with a wrong token is told to open the printed address', async () => {
      const stranger = await session().browser.newPage();
      await stranger.goto(session().command.url.replace(/#.*/u, '#not-the-token'));
      await stranger.getByRole('banner').getByText('Invalid token. Open the URL that the command prints.').waitFor();
      expect(await stranger.getByRole('navigation').getByRole('listitem').count()).toBe(0);
      await stranger.close();
    });
  });
}
