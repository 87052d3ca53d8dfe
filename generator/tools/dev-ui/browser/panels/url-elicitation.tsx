import type { JSX } from 'preact';
import { textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';
import { RefusalButtons } from './refusal-buttons.js';

/** Elicitation that continues on another page, which opens only when the user clicks. */
export function UrlElicitation({ request }: { readonly request: OpenClientRequest }): JSX.Element {
  const address = textAt(request.params, 'url') ?? '';
  const isSafe = URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);
  return (
    <div>
      <p class="text">{textAt(request.params, 'message')}</p>
      <dl class="facts">
        <div>
          <dt>URL</dt>
          <dd>
            <code>{address}</code>
          </dd>
        </div>
        {isSafe && (
          <div>
            <dt>Host</dt>
            <dd>{new URL(address).host}</dd>
          </div>
        )}
      </dl>
      {isSafe ? (
        <p>
          <a href={address} target="_blank" rel="noreferrer noopener">
            Open URL
          </a>
        </p>
      ) : (
        <p class="hint">The Dev UI opens http and https URLs only.</p>
      )}
      <p class="actions">
        <button type="button" class="primary" onClick={() => request.resolve({ action: 'accept' })}>
          Accept
        </button>
        <RefusalButtons request={request} />
      </p>
    </div>
  );
}
