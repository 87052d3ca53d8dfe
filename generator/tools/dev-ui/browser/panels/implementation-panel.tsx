import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ImplementationReport } from '../../host/implementation-report.js';
import type { Entry } from '../state/server-entries.js';
import type { UiModel } from '../state/ui-model.js';
import { CodeText } from './code-text.js';

/** Properties of {@link ImplementationPanel}. */
interface ImplementationPanelProps {
  readonly model: UiModel;
  readonly entry: Entry;
}

/** How a tool is implemented, with its SQL statements or request. Read from the definitions when the user opens the panel. */
export function ImplementationPanel({ model, entry }: ImplementationPanelProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const [report, setReport] = useState<ImplementationReport>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    const take = (found: ImplementationReport | undefined, failure?: string): void => {
      if (!isCurrent) return;
      setReport(found);
      setProblem(failure);
    };
    model.host.post('implementation', { tool: entry.name }).then(
      (found) => take(found as unknown as ImplementationReport),
      (error: unknown) => take(undefined, (error as Error).message),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOpen, entry.name, model.entries]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Implementation</summary>
      {isOpen && report === undefined && <p class="hint">{problem ?? 'Reading…'}</p>}
      {isOpen && report !== undefined && (
        <section aria-label={`Implementation of ${entry.name}`}>
          <p>
            <CodeText text={`${report.summary}.`} />
          </p>
          {report.code.map((text, index) => (
            <pre key={index}>{text}</pre>
          ))}
        </section>
      )}
    </details>
  );
}
