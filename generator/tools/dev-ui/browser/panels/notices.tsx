import type { JSX } from 'preact';
import { Changes } from '../usage/changes.js';
import type { UiModel } from '../state/ui-model.js';

/** Headings of the problems of a project. */
export const reportHeadings = {
  definitions: 'Definition errors. The last valid server keeps running.',
  code: 'Build failed. The last working server keeps running.',
  types: 'Type errors.',
  start: 'The server failed to start. See the terminal for its output.',
} as const;

/** Changes to the server since the Dev UI was opened, and problems of its project. */
export function Notices({ model }: { readonly model: UiModel }): JSX.Element {
  const reports = [...model.reports].filter(([, text]) => text !== '');
  return (
    <div class="notices" role="log" aria-label="Changes and problems">
      {reports.map(([topic, text]) => (
        <details key={topic} class="notice problem" open={topic !== 'types'}>
          <summary>{reportHeadings[topic]}</summary>
          <pre>{text}</pre>
        </details>
      ))}
      {model.notices.map(({ number, kind, text }) => (
        <p key={number} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="link" aria-label={`Dismiss: ${text}`} onClick={() => model.dismiss(number)}>
            ×
          </button>
        </p>
      ))}
      {model.changes.length > 0 && (
        <details class="notice">
          <summary>Impact of the last change on clients</summary>
          <Changes changes={model.changes} />
        </details>
      )}
    </div>
  );
}
