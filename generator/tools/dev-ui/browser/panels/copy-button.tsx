import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Button that copies text and confirms it. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    say(isCopied ? 'Copied' : 'Copying is not allowed by the browser');
  };
  return (
    <span class="copy">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
