import type { JSX } from 'preact';
import { textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';
import { RefusalButtons } from './form-elicitation.js';

/** Question that is answered on another page, which only the user opens. */
export function UrlElicitation({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  const address = textAt(question.params, 'url') ?? '';
  const isSafe = URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);
  return (
    <div>
      <p class="text">{textAt(question.params, 'message')}</p>
      <p>
        It wants you to open <code>{address}</code>
        {isSafe && <> at {new URL(address).host}. </>}
        {isSafe ? (
          <a href={address} target="_blank" rel="noreferrer noopener">
            Open the address
          </a>
        ) : (
          '. The page opens no such addresses.'
        )}
      </p>
      <p class="actions">
        <button type="button" class="primary" onClick={() => question.resolve({ action: 'accept' })}>
          I have opened it
        </button>
        <RefusalButtons question={question} />
      </p>
    </div>
  );
}
