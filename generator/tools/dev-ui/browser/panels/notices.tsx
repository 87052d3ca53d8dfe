import type { JSX } from 'preact';
import { Changes } from '../usage/changes.js';
import type { UiModel } from '../state/ui-model.js';

const headings = {
  definitions: 'The definitions have errors; the last server without any goes on.',
  code: 'The handlers cannot be bundled; the last server goes on, if there was one.',
  types: 'The type checker reports errors.',
  start: 'The server does not start. The terminal shows what it has printed.',
} as const;

/** Changes of the server since the page was opened, and problems of its project. */
export function Notices({ model }: { readonly model: UiModel }): JSX.Element {
  const reports = [...model.reports].filter(([, text]) => text !== '');
  return (
    <div class="notices" role="log" aria-label="Changes and problems of the server">
      {reports.map(([topic, text]) => (
        <details key={topic} class="notice problem" open={topic !== 'types'}>
          <summary>{headings[topic]}</summary>
          <pre>{text}</pre>
        </details>
      ))}
      {model.notices.map(({ number, kind, text }) => (
        <p key={number} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" aria-label={`Close: ${text}`} onClick={() => model.dismiss(number)}>
            ×
          </button>
        </p>
      ))}
      {model.changes.length > 0 && (
        <details class="notice">
          <summary>What the last change means for clients</summary>
          <Changes changes={model.changes} />
        </details>
      )}
    </div>
  );
}
