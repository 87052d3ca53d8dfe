import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ResultUsageReport } from '../../host/usage-report.js';
import { textAt } from '../protocol/json-object.js';
import { serverInfoOf } from '../protocol/server-info.js';
import type { Call } from '../state/call.js';
import { Observable, useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';
import type { Entry } from '../state/server-entries.js';
import { ToolUsage } from '../usage/tool-usage.js';

/** Properties of {@link UsagePanel}. */
interface UsagePanelProps {
  readonly model: UiModel;
  readonly entry: Entry;
  /** Last call of the tool. */
  readonly call: Call | undefined;
}

const idle = new Observable();

/** Token usage of a tool and its last result, measured when the user opens the panel. */
export function UsagePanel({ model, entry, call }: UsagePanelProps): JSX.Element {
  useObserved(call ?? idle, model.usage);
  const [isOpen, setOpen] = useState(false);
  const [measured, setMeasured] = useState<ResultUsageReport>();
  const result = call?.result;
  useEffect(() => {
    if (isOpen) model.usage.measure(model.entries, textAt(serverInfoOf(model.greeting), 'name') ?? 'server');
  }, [isOpen, model.entries]);
  useEffect(() => {
    setMeasured(undefined);
    if (!isOpen || result === undefined) return;
    const report = model.host.post('result-usage', { result });
    report.then((sizes) => setMeasured(sizes as unknown as ResultUsageReport)).catch(() => undefined);
  }, [isOpen, result]);
  const { report, problem } = model.usage;
  const usage = report?.tools.find(({ name }) => name === entry.name);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Token usage</summary>
      {isOpen && usage === undefined && <p class="hint">{problem ?? 'Measuring…'}</p>}
      {isOpen && usage !== undefined && <ToolUsage usage={usage} profiles={report?.profiles ?? []} result={measured} />}
    </details>
  );
}
