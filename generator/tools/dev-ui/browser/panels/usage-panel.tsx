import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ResultUsageReport, ListUsageReport } from '../../host/usage-report.js';
import { ToolUsage } from '../usage/tool-usage.js';
import { textAt } from '../protocol/json-object.js';
import { serverInfoOf } from '../protocol/server-info.js';
import type { Call } from '../state/call.js';
import { Observable, useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';
import { groupDescriptors, type Entry } from '../state/server-entries.js';

/** Properties of {@link UsagePanel}. */
interface UsagePanelProps {
  readonly model: UiModel;
  readonly entry: Entry;
  /** Last call of the tool. */
  readonly call: Call | undefined;
}

const idle = new Observable();

/** Tokens of a tool and of its last answer; measured when the user wants to see it. */
export function UsagePanel({ model, entry, call }: UsagePanelProps): JSX.Element {
  useObserved(call ?? idle);
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<ListUsageReport>();
  const [answer, setAnswer] = useState<ResultUsageReport>();
  const result = call?.result;
  useEffect(() => {
    if (!isOpen) return;
    const server = textAt(serverInfoOf(model.greeting), 'name') ?? 'server';
    const { tools } = groupDescriptors(model.entries);
    void measure<ListUsageReport>(model, 'usage', { server, tools }).then(setList);
  }, [isOpen, model.entries]);
  useEffect(() => {
    setAnswer(undefined);
    if (isOpen && result !== undefined)
      void measure<ResultUsageReport>(model, 'result-usage', { result }).then(setAnswer);
  }, [isOpen, result]);
  const cost = list?.tools.find(({ name }) => name === entry.name);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What it costs the model</summary>
      {isOpen && cost !== undefined && <ToolUsage cost={cost} profiles={list?.profiles ?? []} answer={answer} />}
    </details>
  );
}

async function measure<Report>(model: UiModel, path: string, body: object): Promise<Report | undefined> {
  return model.host.post(path, { ...body }).then(
    (report) => report as unknown as Report,
    () => undefined,
  );
}
