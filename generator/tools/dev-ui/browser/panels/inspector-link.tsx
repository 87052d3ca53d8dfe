import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textAt } from '../protocol/json-object.js';
import type { UiModel } from '../state/ui-model.js';
import { CopyButton } from './copy-button.js';

/** Starts the official Inspector on the same server, and opens it; or says why it cannot, and by which command it is started. */
export function InspectorLink({ model, command }: { readonly model: UiModel; readonly command: string }): JSX.Element {
  const [state, setState] = useState<{ readonly url?: string | undefined; readonly text: string }>({ text: '' });
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    setState({ text: 'The Inspector is being started, and installed if it is missing …' });
    const answer = await model.host.post('inspector', {}).catch((error: unknown) => ({
      problem: (error as Error).message,
    }));
    const url = textAt(answer, 'url');
    setStarting(false);
    setState({ url, text: url === undefined ? (textAt(answer, 'problem') ?? '') : '' });
    // The browser may refuse a window so long after the click: there is a link, too.
    if (url !== undefined) open(url, '_blank', 'noopener');
  };
  return (
    <>
      <p class="actions">
        <button type="button" disabled={isStarting} onClick={() => void start()}>
          Open the official Inspector
        </button>{' '}
        {state.url !== undefined && (
          <a href={state.url} target="_blank" rel="noreferrer noopener">
            The Inspector on this server
          </a>
        )}
      </p>
      <p role="status" class={isStarting ? undefined : 'error'}>
        {state.text}
      </p>
      <p>
        The command for it: <code>{command}</code> <CopyButton label="Copy the command" text={command} />{' '}
        <a href="https://modelcontextprotocol.io/docs/tools/inspector" target="_blank" rel="noreferrer noopener">
          About the Inspector
        </a>
      </p>
    </>
  );
}
