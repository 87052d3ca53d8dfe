import type { ListChange } from '../../host/usage-report.js';

const titles: { readonly [severity in ListChange['severity']]: string } = {
  breaking: 'Breaking',
  'may-break': 'May break',
  compatible: 'Compatible',
  documentation: 'Documentation only',
};

const shownChanges = 50;

/** Changes in a server's lists since the last save, breaking changes first. */
export function Changes({ changes }: { readonly changes: readonly ListChange[] }) {
  if (changes.length === 0) return <p>No changes.</p>;
  const severities = (Object.keys(titles) as ListChange['severity'][]).filter((severity) =>
    changes.some((change) => change.severity === severity),
  );
  return (
    <section class="changes" aria-label="Changes since the last save">
      {severities.map((severity) => {
        const own = changes.filter((change) => change.severity === severity);
        return (
          <>
            <h3>
              {titles[severity]} ({own.length})
            </h3>
            <ul>
              {own.slice(0, shownChanges).map(({ subject, message, help }) => (
                <li>
                  <strong>{subject}</strong>: {message}.{help === undefined ? '' : ` ${help}`}
                </li>
              ))}
              {own.length > shownChanges && <li>… and {own.length - shownChanges} more</li>}
            </ul>
          </>
        );
      })}
    </section>
  );
}
