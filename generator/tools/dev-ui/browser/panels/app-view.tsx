import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { textAt } from '../protocol/json-object.js';
import { useObserved } from '../state/observable.js';
import type { Call } from '../state/call.js';
import type { UiModel } from '../state/ui-model.js';
import { ViewBridge } from '../state/view-bridge.js';

interface AppViewProps {
  readonly model: UiModel;
  readonly call: Call;
  /** Address of the view. */
  readonly uri: string;
}

/** View of a tool with the result of a call, in a sandboxed frame. */
export function AppView({ model, call, uri }: AppViewProps): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const [bridge, setBridge] = useState<ViewBridge>();
  const [theme, setTheme] = useState(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const [width, setWidth] = useState('');
  useObserved(...(bridge === undefined ? [] : [bridge]));
  // On cleanup, the frame is still in the document.
  useLayoutEffect(() => {
    const context = { theme, locale: navigator.language, displayMode: 'inline', availableDisplayModes: ['inline'] };
    const opened = new ViewBridge(model, call, frame.current!, context);
    setBridge(opened);
    void opened.start(uri);
    return () => void opened.stop();
  }, [call, uri]);
  useEffect(() => bridge?.setContext({ theme }), [theme]);
  return (
    <div class="app-view">
      <p class="bar">
        <label>
          Theme{' '}
          <select value={theme} onChange={({ currentTarget }) => setTheme(currentTarget.value)}>
            <option>light</option>
            <option>dark</option>
          </select>
        </label>{' '}
        <label>
          Width{' '}
          <select value={width} onChange={({ currentTarget }) => setWidth(currentTarget.value)}>
            <option value="">Full</option>
            <option value="320">320 px</option>
            <option value="600">600 px</option>
          </select>
        </label>
      </p>
      <iframe
        ref={frame}
        title={`View ${uri}`}
        sandbox="allow-scripts"
        width={width || '100%'}
        height={bridge?.height ?? 0}
        style={{ colorScheme: theme }}
      />
      {bridge !== undefined && <ViewNews bridge={bridge} />}
    </div>
  );
}

/** Requests from the view to the user, and all messages. */
function ViewNews({ bridge }: { readonly bridge: ViewBridge }): JSX.Element {
  const { messages, problem, link } = bridge;
  return (
    <>
      {problem !== undefined && <p class="error">{problem}</p>}
      {link !== undefined && (
        <p>
          The view requests to open{' '}
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
      )}
      <details>
        <summary>Messages between Dev UI and view ({messages.length})</summary>
        {messages.map(({ direction, message }, index) => (
          <details key={index}>
            <summary>
              {direction} {textAt(message, 'method') ?? 'response'}
            </summary>
            <pre>{JSON.stringify(message, null, 2)}</pre>
          </details>
        ))}
      </details>
    </>
  );
}
