import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AnswerCostReport, ListCostReport } from '../../host/cost-report.js';
import { ToolCost } from '../cost/tool-cost.js';
import { textAt } from '../protocol/json-object.js';
import { serverInfoOf } from '../protocol/server-info.js';
import type { Call } from '../state/call.js';
import { Observable, useObserved } from '../state/observable.js';
import type { PageModel } from '../state/page-model.js';
import { groupDescriptors, type Entry } from '../state/server-entries.js';

/** Properties of {@link CostPanel}. */
interface CostPanelProps {
  readonly model: PageModel;
  readonly entry: Entry;
  /** Last call of the tool. */
  readonly call: Call | undefined;
}

const idle = new Observable();

/** Tokens of a tool and of its last answer; measured when the user wants to see it. */
export function CostPanel({ model, entry, call }: CostPanelProps): JSX.Element {
  useObserved(call ?? idle);
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<ListCostReport>();
  const [answer, setAnswer] = useState<AnswerCostReport>();
  const result = call?.result;
  useEffect(() => {
    if (!isOpen) return;
    const server = textAt(serverInfoOf(model.greeting), 'name') ?? 'server';
    const { tools } = groupDescriptors(model.entries);
    void measure<ListCostReport>(model, 'costs', { server, tools }).then(setList);
  }, [isOpen, model.entries]);
  useEffect(() => {
    setAnswer(undefined);
    if (isOpen && result !== undefined)
      void measure<AnswerCostReport>(model, 'answer-costs', { result }).then(setAnswer);
  }, [isOpen, result]);
  const cost = list?.tools.find(({ name }) => name === entry.name);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What it costs the model</summary>
      {isOpen && cost !== undefined && <ToolCost cost={cost} profiles={list?.profiles ?? []} answer={answer} />}
    </details>
  );
}

async function measure<Report>(model: PageModel, path: string, body: object): Promise<Report | undefined> {
  return model.host.post(path, { ...body }).then(
    (report) => report as unknown as Report,
    () => undefined,
  );
}
