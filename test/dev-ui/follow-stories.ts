import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, cli, patience, resultOf, speak, type UiSession } from './ui-session.js';

/** Stories of a user who edits the project studio. The edits are taken back. */
export function followStories(session: () => UiSession): void {
  const definition = 'definitions/studio.mcp.yaml';

  let page: Page;

  beforeAll(async () => {
    page = await session().open();
  });

  const readProject = (file: string): Promise<string> => readFile(path.join(session().project.folder, file), 'utf8');

  /** Runs the tests of the project; gives their output, and whether they passed. */
  function runTests(): Promise<{ readonly passed: boolean; readonly output: string }> {
    const child = spawn(process.execPath, [cli, 'test'], { cwd: session().project.folder });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    return new Promise((resolve) => child.on('close', (code) => resolve({ passed: code === 0, output })));
  }

  async function callTool(name: string): Promise<void> {
    await choose(page, name);
    await page.getByRole('button', { name: 'Call tool' }).click();
    // The result of the call before stays until the input of this one is checked.
    await page.locator('article form[aria-busy="false"]').waitFor();
    await resultOf(page).getByRole('button', { name: 'Save as test' }).waitFor();
  }

  describe('the page follows the project', () => {
    test.each(['2025-11-25', '2026-07-28'])(
      'an edit of a definition is shown, and what it changed, in %s',
      async (protocolVersion) => {
        await speak(page, protocolVersion);
        const list = page.getByRole('navigation', { name: 'Tools, prompts and resources' });
        await list.getByRole('button', { name: 'wait' }).waitFor();
        await session().edit(definition, (text) =>
          text
            .replace('\n  hostile:', '\n  paint: { description: Paints. }\n\n  hostile:')
            .replace('Measures a room.', 'Measures.'),
        );
        await page.getByText('Tools: added paint; changed measure').waitFor();
        await list.getByRole('button', { name: 'paint' }).waitFor();
        await page.getByText('Impact of the last change on clients').click();
        await page
          .getByRole('region', { name: 'Changes since the last save' })
          .getByText('tool paint')
          .first()
          .waitFor();
        await page.getByText('Impact of the last change on clients').click();
        await session().edit(definition, (text) =>
          text.replace('\n  paint: { description: Paints. }\n', '').replace('Measures.', 'Measures a room.'),
        );
        await page.getByText('Tools: removed paint; changed measure').waitFor();
        expect(await list.getByRole('button', { name: 'paint' }).count()).toBe(0);
        const close = page.getByRole('button', { name: /^Close: / });
        while ((await close.count()) > 0) await close.first().click();
      },
    );

    test('a mistake in a definition is shown with its place, while the last server answers', async () => {
      await session().edit(definition, (text) => text.replace('type: number, description: In metres.', 'type: numbre'));
      const problems = page.getByRole('log', { name: 'Changes and problems' });
      await problems.getByText('studio.mcp.yaml:').waitFor();
      await choose(page, 'measure');
      await page.getByRole('textbox', { name: 'width' }).fill('2');
      await page.getByRole('button', { name: 'Call tool' }).click();
      await resultOf(page).getByText('{"area":6}').waitFor();
      await session().edit(definition, (text) => text.replace('type: numbre', 'type: number, description: In metres.'));
      await problems.getByText('studio.mcp.yaml:').waitFor({ state: 'detached' });
    });

    test('a changed handler answers the next call', async () => {
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace');
      await session().edit('handlers/tools/greet.ts', (text) => text.replace('Hello', 'Good day'));
      await page.getByText('Server reloaded with handlers/tools/greet.ts').waitFor();
      await callTool('greet');
      await resultOf(page).getByText('Good day Grace!').waitFor();
      await session().edit('handlers/tools/greet.ts', (text) => text.replace('Good day', 'Hello'));
    });

    test('a version that does not start is told, while the last server answers', async () => {
      const failing = "throw new Error('No database.');\n";
      await session().edit('handlers/server.ts', (text) => text + failing);
      const problems = page.getByRole('log', { name: 'Changes and problems' });
      const told = problems.getByText('The new server does not start (exit code 1); the previous one keeps running.');
      await told.waitFor();
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Edith');
      await callTool('greet');
      await resultOf(page).getByText('Edith!').waitFor();
      await session().edit('handlers/server.ts', (text) => text.replace(failing, ''));
      await told.waitFor({ state: 'detached' });
    });

    test('someone saves calls as an example and as tests, which pass', async () => {
      await choose(page, 'greet');
      await page.getByRole('textbox', { name: 'name', exact: true }).fill('Grace');
      await page
        .getByRole('spinbutton', { name: 'times' })
        .or(page.getByRole('textbox', { name: 'times' }))
        .fill('2');
      await expect
        .poll(
          async () => {
            await callTool('greet');
            return resultOf(page).getByRole('tabpanel').innerText();
          },
          { timeout: 2 * patience, interval: 500 },
        )
        .toBe('Hello Grace! Hello Grace!');
      const result = resultOf(page);
      const title = result.getByLabel('Name of the example or test');
      await title.fill('twice');
      await expect.poll(() => title.inputValue()).toBe('twice');
      await result.getByRole('button', { name: 'Save as example' }).click();
      await result.getByText('Saved as example: definitions/studio.mcp.yaml:18.').waitFor();
      expect(await readProject(definition)).toContain(`    examples:
      # The first example.
      - input: { name: Ada }
        output: Hello Ada!
      - title: twice
        input:
          name: Grace
          times: 2
        output: Hello Grace! Hello Grace!

  measure:`);
      await page.getByText('Tools: changed greet').waitFor();

      await page.getByRole('textbox', { name: 'name', exact: true }).fill('nobody');
      await callTool('greet');
      await result.getByText('Nobody is here.').waitFor();
      expect(await result.getByRole('button', { name: 'Save as example' }).count()).toBe(0);
      await result.getByRole('button', { name: 'Save as test' }).click();
      await result.getByText('Saved as test: test/greet-call.test.ts.').waitFor();

      await choose(page, 'order');
      await page.getByRole('button', { name: 'Call tool' }).click();
      const question = page.getByRole('region', { name: /requests input$/u });
      await question.getByRole('textbox', { name: 'Note' }).fill('with "quotes" and ${code}');
      await question.getByRole('button', { name: 'Submit' }).click();
      await result.getByText('Ordered: with').waitFor();
      await result.getByRole('button', { name: 'Save as test' }).click();
      await result.getByText('Saved as test: test/order-call.test.ts.').waitFor();

      const tests = await readdir(path.join(session().project.folder, 'test'));
      expect(tests.toSorted()).toEqual(['examples.test.ts', 'greet-call.test.ts', 'order-call.test.ts']);
      const { passed, output } = await runTests();
      expect(output).toMatch(/twice/u);
      expect(output).toMatch(/pass 4/u);
      expect(passed, output).toBe(true);
    });
  });
}
