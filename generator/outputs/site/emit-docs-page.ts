import { docsPagePart } from '../../features/docs-page/docs-page-part.js';
import { createHash } from 'node:crypto';
import { stringLiteral } from '../../core/code/escape.js';
import type { GeneratedFile } from '../../core/code/generated-file.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { Model } from '../../core/model/model.js';
import { authPart } from '../../features/auth/auth-part.js';
import { printPage } from './plan-site.js';
import { pagePolicy } from './print-html.js';

/** Emits the files of the docs page that a server provides at `/`: `docs-page.ts` and `docs-page-html.ts`. */
export function emitDocsPage(model: Model, render: RenderTemplate): readonly GeneratedFile[] {
  const { html } = printPage(model, { isLocal: false, url: addressOf(model) });
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, digestLength);
  const view = {
    isPublic: String(docsPagePart.of(model) === 'public'),
    digest: stringLiteral(digest),
    policy: stringLiteral(pagePolicy),
  };
  return [
    { path: 'docs-page.ts', content: render('generated/docs-page.ts', view) },
    {
      path: 'docs-page-html.ts',
      content: render('generated/docs-page-html.ts', { lines: html.split('\n').map(stringLiteral) }),
    },
  ];
}

/** Length of a digest in characters, which encode 132 bits: enough for digests to be unique. */
const digestLength = 22;

/** Returns the URL that `auth` specifies, unless it comes from the environment. */
function addressOf(model: Model): string | undefined {
  const resource = authPart.of(model)?.settings.get('resource');
  return typeof resource === 'string' && URL.canParse(resource) && !resource.includes('${') ? resource : undefined;
}
