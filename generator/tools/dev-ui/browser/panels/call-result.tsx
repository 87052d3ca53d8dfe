import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { objectAt, textAt } from '../protocol/json-object.js';
import { useObserved } from '../state/observable.js';
import { describeCall, type Call } from '../state/call.js';
import type { UiModel } from '../state/ui-model.js';
import { AppView } from './app-view.js';
import { ContentView } from './content-view.js';
import { LongText } from './long-text.js';
import { SaveBar } from './save-bar.js';
import { Tabs, type Tab } from './tabs.js';
import { MessagesView } from './messages-view.js';

/** Result of a call: its content, its JSON, its messages, and the view of the tool if it has one. */
export function CallResult({ model, call }: { readonly model: UiModel; readonly call: Call }): JSX.Element {
  useObserved(call, model.timeline);
  const view = viewOf(call);
  const tabs: readonly Tab[] = [
    { name: 'Content', show: () => <ContentView call={call} /> },
    { name: 'JSON', show: () => <ClientView call={call} /> },
    {
      name: 'Messages',
      show: () => <MessagesView entries={model.timeline.entries.filter((entry) => call.owns(entry))} />,
    },
    ...(view === undefined
      ? []
      : [{ name: 'View', show: () => <AppView key={call.number} model={model} call={call} uri={view} /> }]),
  ];
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [call, call.isRunning]);
  return (
    <section ref={section} aria-labelledby="result-title" class="result box">
      <div class="box-head">
        <h3 id="result-title">Result</h3>
        <p
          role="status"
          class={call.isRunning || call.isCancelled ? 'pill' : call.hasFailed ? 'pill error' : 'pill good'}
        >
          {describeCall(call)}
        </p>
      </div>
      <Tabs label="Result" tabs={tabs} />
      <SaveBar model={model} call={call} />
    </section>
  );
}

function ClientView({ call: { result, error } }: { readonly call: Call }): JSX.Element {
  if (error !== undefined) {
    const { code, message, data } = error;
    return <LongText text={JSON.stringify({ code, message, data }, null, 2)} />;
  }
  if (result === undefined) return <p class="hint">No result yet.</p>;
  return <LongText text={JSON.stringify(result['structuredContent'] ?? result, null, 2)} />;
}

/** Returns the URI of a tool's view. */
function viewOf({ entry }: Call): string | undefined {
  const meta = objectAt(entry.descriptor, '_meta');
  return textAt(objectAt(meta, 'ui'), 'resourceUri') ?? textAt(meta, 'ui/resourceUri');
}
