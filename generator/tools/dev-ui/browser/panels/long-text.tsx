import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Number of characters rendered initially, because layout of millions of characters takes seconds. */
const shownCharacters = 20_000;

/** Text with its line breaks. Only the first 20,000 characters are shown until the user asks for all. */
export function LongText({ text, isMessage = false }: LongTextProps): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  // Lines of a message do not wrap: the text scrolls, including with the keyboard.
  const shared = isMessage ? { class: 'message-json', tabIndex: 0 } : {};
  if (isWhole || text.length <= shownCharacters) return <pre {...shared}>{text}</pre>;
  return (
    <div>
      <pre {...shared}>{text.slice(0, shownCharacters)} …</pre>
      <p class="actions">
        <button type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
        <span class="faint">
          First {shownCharacters.toLocaleString('en')} of {text.length.toLocaleString('en')} characters
        </span>
      </p>
    </div>
  );
}

interface LongTextProps {
  readonly text: string;
  /** Whether the text is a message printed as indented JSON. */
  readonly isMessage?: boolean;
}
