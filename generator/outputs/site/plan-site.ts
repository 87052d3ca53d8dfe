import type { GeneratedFile } from '../../core/code/generated-file.js';
import type { Model } from '../../core/model/model.js';
import { describeServer, type SiteOptions } from './describe-server.js';
import type { SiteDocument } from '../../feature-kit/pages/document.js';
import { printHtml } from './print-html.js';
import { printLlms } from './print-llms.js';
import { printMarkdown } from './print-markdown.js';
import { leastDetail, siteDetails, type SiteDetail } from '../../feature-kit/pages/site-detail.js';

/** Maximum length of the page in characters. A longer page gets less detail. */
const maxLength = 2_000_000;

/** Plans the files of a site: `index.html`, `server.md` and `llms.txt`. */
export function planSite(model: Model, options: SiteOptions): readonly GeneratedFile[] {
  const { document, html } = printPage(model, options);
  return [
    { path: 'index.html', content: html },
    { path: 'server.md', content: printMarkdown(document) },
    { path: 'llms.txt', content: printLlms(document, 'server.md') },
  ];
}

/** Page with as much detail as fits. */
interface PrintedPage {
  readonly document: SiteDocument;
  readonly html: string;
}

/** Prints the page of a server in the most detailed form that has at most 2,000,000 characters. */
export function printPage(model: Model, options: SiteOptions): PrintedPage {
  const print = (detail: SiteDetail): PrintedPage => {
    const document = describeServer(model, options, detail);
    return { document, html: printHtml(document) };
  };
  for (const detail of siteDetails) {
    const page = print(detail);
    if (page.html.length <= maxLength) return page;
  }
  return print(leastDetail);
}
