import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { objectsAt, textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';
import { Message } from './content-view.js';

/**
 * Sampling request: the user writes the model's response.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
 */
export function SamplingRequest({ request, onDecline }: SamplingRequestProps): JSX.Element {
  const [text, setText] = useState('');
  const [model, setModel] = useState('human');
  const { params } = request;
  const submit = (event: Event): void => {
    event.preventDefault();
    request.resolve({ role: 'assistant', content: { type: 'text', text }, model, stopReason: 'endTurn' });
  };
  return (
    <form onSubmit={submit}>
      {textAt(params, 'systemPrompt') !== undefined && <pre>{textAt(params, 'systemPrompt')}</pre>}
      {objectsAt(params, 'messages').map((message, index) => (
        <Message key={index} message={message} />
      ))}
      <details>
        <summary>Request (JSON)</summary>
        <pre>{JSON.stringify(params, null, 2)}</pre>
      </details>
      <label>
        Response
        <textarea rows={4} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <label>
        Model
        <input value={model} onInput={({ currentTarget }) => setModel(currentTarget.value)} />
      </label>
      <p class="actions">
        <button type="submit" class="primary">
          Submit
        </button>
        <button type="button" onClick={onDecline}>
          Decline
        </button>
      </p>
    </form>
  );
}

interface SamplingRequestProps {
  readonly request: OpenClientRequest;
  readonly onDecline: () => void;
}
