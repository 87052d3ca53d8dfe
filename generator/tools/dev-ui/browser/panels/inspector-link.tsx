import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textAt } from '../protocol/json-object.js';
import type { UiModel } from '../state/ui-model.js';
import { CopyButton } from './copy-button.js';

/** Starts and opens the official Inspector on the same server. On failure, shows the reason and the command to start it. */
export function InspectorLink({ model, command }: { readonly model: UiModel; readonly command: string }): JSX.Element {
  const [state, setState] = useState<{ readonly url?: string | undefined; readonly text: string }>({ text: '' });
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    setState({ text: 'Starting MCP Inspector (npx installs it if it is missing)…' });
    const answer = await model.host.post('inspector', {}).catch((error: unknown) => ({
      problem: (error as Error).message,
    }));
    const url = textAt(answer, 'url');
    setStarting(false);
    setState({ url, text: url === undefined ? (textAt(answer, 'problem') ?? '') : '' });
    // The browser may block a window this long after the click, so there is a link, too.
    if (url !== undefined) open(url, '_blank', 'noopener');
  };
  return (
    <>
      <p class="actions">
        <button type="button" disabled={isStarting} onClick={() => void start()}>
          Open MCP Inspector
        </button>{' '}
        {state.url !== undefined && (
          <a href={state.url} target="_blank" rel="noreferrer noopener">
            MCP Inspector for this server
          </a>
        )}
      </p>
      <p role="status" class={isStarting ? undefined : 'error'}>
        {state.text}
      </p>
      <details>
        <summary>MCP Inspector command</summary>
        <pre>{command}</pre>
        <p class="actions">
          <CopyButton label="Copy command" text={command} />
          <a href="https://modelcontextprotocol.io/docs/tools/inspector" target="_blank" rel="noreferrer noopener">
            MCP Inspector documentation
          </a>
        </p>
      </details>
    </>
  );
}
