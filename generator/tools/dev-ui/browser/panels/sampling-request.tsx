import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { objectsAt, textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';
import { Message } from './content-view.js';

/**
 * Request for a text of a model: the user writes it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
 */
export function SamplingRequest({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  const [text, setText] = useState('');
  const [model, setModel] = useState('a-person');
  const { params } = question;
  const submit = (event: Event): void => {
    event.preventDefault();
    question.resolve({ role: 'assistant', content: { type: 'text', text }, model, stopReason: 'endTurn' });
  };
  return (
    <form onSubmit={submit}>
      {textAt(params, 'systemPrompt') !== undefined && <pre>{textAt(params, 'systemPrompt')}</pre>}
      {objectsAt(params, 'messages').map((message, index) => (
        <Message key={index} message={message} />
      ))}
      <details>
        <summary>The whole request</summary>
        <pre>{JSON.stringify(params, null, 2)}</pre>
      </details>
      <label>
        Answer of the model
        <textarea rows={4} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <label>
        Name of the model
        <input value={model} onInput={({ currentTarget }) => setModel(currentTarget.value)} />
      </label>
      <p class="actions">
        <button type="submit" class="primary">
          Send
        </button>
        <button type="button" onClick={() => question.reject(new PeerError('User rejected sampling request', -1))}>
          Decline
        </button>
      </p>
    </form>
  );
}
