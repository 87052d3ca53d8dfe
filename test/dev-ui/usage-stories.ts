import { beforeAll, describe, test } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, resultOf, type UiSession } from './ui-session.js';

/** Stories of a user who pays for tokens. They leave an edit in the project studio. */
export function usageStories(session: () => UiSession): void {
  const definition = 'definitions/studio.mcp.yaml';

  let page: Page;

  beforeAll(async () => {
    page = await session().open();
  });

  describe('someone who asks how a tool works', () => {
    test('sees its request, or that it has a handler', async () => {
      await choose(page, 'opening_hours');
      await page.getByText('Implementation', { exact: true }).click();
      const implementation = page.getByRole('region', { name: 'Implementation of opening_hours' });
      await implementation.getByText('Sends a GET request to studio.example.com.').waitFor();
      await implementation.getByText('GET https://studio.example.com/hours').waitFor();
      await choose(page, 'measure');
      await page.getByText('Implementation', { exact: true }).click();
      const other = page.getByRole('region', { name: 'Implementation of measure' });
      await other.getByText('Calls a handler.').waitFor();
    });
  });

  describe('someone who pays for tokens', () => {
    test('sees what a tool and its answer cost', async () => {
      await choose(page, 'measure');
      await page.getByText('Token usage').click();
      const cost = page.getByRole('region', { name: 'Token usage of measure' });
      await cost.getByText(/^About \d+ tokens in every conversation/u).waitFor();
      await cost.getByRole('row', { name: /^argument width/u }).waitFor();
      await cost.getByText(/^Compatible with all clients checked: claude, /u).waitFor();
      await page.getByRole('textbox', { name: 'width' }).fill('2');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('{"area":6}').waitFor();
      await cost.getByText(/^Last result: about \d+ tokens of text, \d+ of structured content\.$/u).waitFor();
    });

    test('sees what clients refuse after an edit, and what the edit means for clients', async () => {
      await session().edit(definition, (text) => text.replace('Measures a room.', `${'Measures a room. '.repeat(70)}`));
      const cost = page.getByRole('region', { name: 'Token usage of measure' });
      await cost
        .getByText(/^Error \(openai\): The description has \d+ characters, but at most 1024 are allowed\./u)
        .waitFor();
      await session().edit(definition, (text) =>
        text.replace('type: number, description: In metres.', 'type: number, maximum: 9, description: In metres.'),
      );
      await page.getByText('Impact of the last change on clients').click();
      const changes = page.getByRole('region', { name: 'Changes since the last save' });
      await changes.getByRole('heading', { name: 'Breaking (1)' }).waitFor();
      await changes.getByText('tool measure, input width: `maximum: 9` added.').waitFor();
    });
  });
}
