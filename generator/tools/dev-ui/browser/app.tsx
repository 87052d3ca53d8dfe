import type { JSX } from 'preact';
import { EntryList } from './panels/entry-list.js';
import { EntryPanel } from './panels/entry-panel.js';
import { Notices } from './panels/notices.js';
import { PageHeader } from './panels/page-header.js';
import { Questions } from './panels/questions.js';
import { TimelinePanel } from './panels/timeline-panel.js';
import { useObserved } from './state/observable.js';
import type { PageModel } from './state/page-model.js';
import { keyOf } from './state/server-entries.js';

/** The whole page. */
export function App({ model }: { readonly model: PageModel }): JSX.Element {
  useObserved(model);
  const { entry } = model;
  return (
    <div class="page">
      <PageHeader model={model} />
      <EntryList model={model} />
      <main id="main">
        <Notices model={model} />
        <Questions model={model} />
        {entry === undefined ? (
          <Welcome model={model} />
        ) : (
          <EntryPanel key={keyOf(entry)} model={model} entry={entry} />
        )}
      </main>
      <TimelinePanel model={model} />
    </div>
  );
}

function Welcome({ model }: { readonly model: PageModel }): JSX.Element {
  if (!model.isConnected) return <p class="hint">{model.problem === undefined ? 'Connecting …' : ''}</p>;
  const text = model.entries.length === 0 ? 'The server lists nothing.' : 'Choose a tool, prompt or resource.';
  return <p class="hint">{text}</p>;
}
