import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Characters of a long text that are drawn at first: laying out millions of them takes seconds. */
const shownCharacters = 20_000;

/** Text with its line breaks. Only the first 20,000 characters are shown until the user asks for all. */
export function LongText({ text }: { readonly text: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= shownCharacters) return <pre>{text}</pre>;
  return (
    <div>
      <pre>{text.slice(0, shownCharacters)} …</pre>
      <p class="actions">
        <button type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
        <span class="faint">
          {shownCharacters.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are shown
        </span>
      </p>
    </div>
  );
}
