import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ArgumentValidator } from '../../../generator/tools/dev-ui/host/argument-validator.js';
import { startChromium } from '../../kit/start-chromium.js';

const root = path.resolve(import.meta.dirname, '../../..');

/** A page with a form, for tests. */
export interface OpenForm {
  readonly page: Page;
  /** Shows an empty form. */
  show(schema: object): Promise<void>;
  /** The value of the form as JSON text. */
  value(): Promise<string>;
  /** Presses "Call": the form shows the errors of the value. */
  call(): Promise<void>;
  /** Checks with axe-core that the page has no finding, in light and dark. */
  expectAccessible(): Promise<void>;
  /** Errors of the page and refused requests so far. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Bundles the page of the tests and opens it in Chromium. */
export async function openForm(): Promise<OpenForm> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'test/dev-ui/form/fixtures/form-page.tsx')],
    tsconfig: path.join(root, 'tsconfig.dev-ui.json'),
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const validator = new ArgumentValidator();
  const browser: Browser = await startChromium();
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => request.url().startsWith('http') && faults.push(request.url()));
  let schema: object = {};
  await page.exposeFunction('checkValue', async (text: string) => {
    const found = await validator.validate(schema, text);
    if ('problem' in found) throw new Error(found.problem);
    return found.errors;
  });
  const style = ['theme.css', 'form/form.css']
    .map((file) => readFileSync(path.join(root, 'generator/tools/dev-ui/browser', file), 'utf8'))
    .join('\n');
  await page.setContent(
    `<!doctype html><html lang="en"><title>Form</title><style>${style}</style><div id="root"></div></html>`,
  );
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  return {
    page,
    faults,
    async show(given) {
      schema = given;
      // As text: Playwright takes minutes for values that are nested deeply.
      const text = JSON.stringify(given);
      await page.evaluate((shown) => (globalThis as unknown as ShowForm).showForm(JSON.parse(shown) as object), text);
    },
    value: () => page.locator('#value').innerText(),
    async call() {
      await page.locator('#call').click();
      await page.waitForFunction(() => (globalThis as unknown as { calls: number }).calls === 0);
    },
    async expectAccessible() {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const findings = await page.evaluate(async () => {
          const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        });
        expect(findings, colorScheme).toEqual([]);
      }
    },
    async close() {
      await Promise.all([browser.close(), validator.close()]);
    },
  };
}

interface ShowForm {
  showForm(schema: object): void;
}

interface Axe {
  run(): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>;
}
