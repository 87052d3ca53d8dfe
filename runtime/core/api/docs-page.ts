import type { MessageText } from '../../wire/json-rpc.js';
import type { HttpRequestInfo } from './request-context.js';

/** Docs page of a server, served at `/` (`generated/docs-page.ts`), or its server card (`generated/server-card.ts`). */
export interface DocsPage {
  /** Whether the page is also served without authentication. */
  readonly isPublic: boolean;
  /** Responds to a request for the page. */
  answer(request: HttpRequestInfo): Promise<DocsPageResponse>;
}

/** Response to a request for the page. */
export interface DocsPageResponse {
  readonly status: 200 | 204 | 304 | 405;
  readonly headers: { readonly [name: string]: string };
  readonly body?: MessageText;
}
