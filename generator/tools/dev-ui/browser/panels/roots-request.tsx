import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenClientRequest } from '../state/ui-model.js';

/**
 * Request for the roots that the server may work in: the user enters their URIs.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
 */
export function RootsRequest({ request, onDecline }: RootsRequestProps): JSX.Element {
  const [text, setText] = useState('');
  const uris = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const submit = (event: Event): void => {
    event.preventDefault();
    request.resolve({ roots: uris.map((uri) => ({ uri })) });
  };
  return (
    <form onSubmit={submit}>
      <label>
        Root URIs, one per line
        <textarea
          rows={3}
          placeholder="file:///home/me/project"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
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

interface RootsRequestProps {
  readonly request: OpenClientRequest;
  readonly onDecline: () => void;
}
