import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, cli, patience, resultOf, startPageSession, type PageSession } from './page-session.js';
import { restaurant } from './restaurant-project.js';

/** Story of a new user, on the project restaurant. */
export function longStory(shared: () => PageSession): void {
  let session: PageSession;

  beforeAll(async () => {
    session = await startPageSession(restaurant, shared().browser);
  });

  afterAll(() => session.close());

  test(
    'someone finds a tool, fills the form wrongly, reads the error, mends it, calls it, answers the question, saves it as a test ' +
      'and sees the test pass',
    async () => {
      const page = await session.open();
      await page.getByRole('searchbox', { name: 'Search' }).fill('reserve');
      await page.getByText('1 of 3 match').waitFor();
      await choose(page, 'book_table');
      await page.getByRole('textbox', { name: 'date' }).fill('tomorrow');
      await page.getByRole('textbox', { name: 'guests' }).fill('40');
      await page.getByRole('button', { name: 'Call the tool' }).click();
      await page.getByText('2 problems').waitFor();
      await page.getByText('must be at most 12').first().waitFor();
      await page.getByText('must be a date such as').first().waitFor();
      await expect
        .poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")'), { timeout: patience })
        .toBe('true');
      await page.getByRole('textbox', { name: 'date' }).fill('2027-05-01');
      await page.getByRole('textbox', { name: 'guests' }).fill('4');
      await page.getByRole('button', { name: 'Call the tool' }).click();

      const question = page.getByRole('region', { name: 'The server asks you' });
      await question.getByText('A table for 4 on 2027-05-01?').waitFor();
      await question.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'garden' });
      await question.getByRole('textbox', { name: 'Name' }).fill('Lovelace');
      await question.getByRole('button', { name: 'Send' }).click();
      await resultOf(page).getByText('4 guests on 2027-05-01, garden, for Lovelace').waitFor();

      await resultOf(page).getByLabel('Name of the example or test').fill('a table in the garden');
      await resultOf(page).getByRole('button', { name: 'Save as a test' }).click();
      await resultOf(page).getByText('Saved as a test: test/book-table-call.test.ts.').waitFor();
      const written = await readFile(path.join(session.project.folder, 'test/book-table-call.test.ts'), 'utf8');
      expect(written).toContain('a table in the garden');
      expect(written).toContain('Lovelace');

      const { code, output } = await runTests(session.project.folder);
      expect(output).toContain('a table in the garden');
      expect(output).toMatch(/pass 1/u);
      expect(code, output).toBe(0);
      expect(session.errors).toEqual([]);
    },
  );
}

function runTests(cwd: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [cli, 'test'], { cwd });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
