import type { Page } from 'playwright-core';

/** A page as a browser understood it. */
export interface PageLook {
  /** The script of an attacker has called `ran`. */
  readonly hasRun: boolean;
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
  /** `href` of each link. */
  readonly targets: readonly string[];
  readonly ids: readonly string[];
  readonly text: string;
  readonly title: string;
  /** Color behind the text. */
  readonly background: string;
  /** Pixels that the content takes. */
  readonly width: number;
  /** Levels of the headings. */
  readonly levels: readonly number[];
  /** Number of cells of each row of each table. */
  readonly tables: readonly (readonly number[])[];
}

/** Looks at a page. The expression is a text, because the types of the tests know no DOM. */
export function lookAt(page: Page): Promise<PageLook> {
  return page.evaluate<PageLook>(`({
    hasRun: 'hasRun' in globalThis,
    tags: [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))],
    attributes: [...new Set([...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()))],
    targets: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    text: document.body.textContent,
    title: document.title,
    background: getComputedStyle(document.body).backgroundColor,
    width: document.documentElement.scrollWidth,
    levels: [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ localName }) => Number(localName.slice(1))),
    tables: [...document.querySelectorAll('table')].map((table) => [...table.rows].map(({ cells }) => cells.length)),
  })`);
}

/** Opens all that is folded. */
export async function openDetails(page: Page): Promise<void> {
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true;");
}
