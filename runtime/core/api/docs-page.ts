import type { MessageText } from '../../wire/json-rpc.js';
import type { HttpRequestInfo } from './request-context.js';

/** Page about the server for people, which it serves at `/` (`generated/docs-page.ts`), or its card for clients (`generated/server-card.ts`). */
export interface DocsPage {
  /** The page is also served where callers have to say who they are. */
  readonly isPublic: boolean;
  /** Answers a request for the page. */
  answer(request: HttpRequestInfo): Promise<DocsPageResponse>;
}

/** Response to a request for the page. */
export interface DocsPageResponse {
  readonly status: 200 | 204 | 304 | 405;
  readonly headers: { readonly [name: string]: string };
  readonly body?: MessageText;
}
