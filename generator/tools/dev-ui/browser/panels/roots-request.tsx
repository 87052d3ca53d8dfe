import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenClientRequest } from '../state/ui-model.js';

/**
 * Request for the folders that the server may work in: the user writes their addresses.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots
 */
export function RootsRequest({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  const [text, setText] = useState('');
  const addresses = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const submit = (event: Event): void => {
    event.preventDefault();
    question.resolve({ roots: addresses.map((uri) => ({ uri })) });
  };
  return (
    <form onSubmit={submit}>
      <label>
        Addresses of folders (file://…), one per line; none: you share no folder
        <textarea rows={3} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      </label>
      <p class="actions">
        <button type="submit" class="primary">
          Send
        </button>
      </p>
    </form>
  );
}
