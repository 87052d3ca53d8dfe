import { render, type JSX } from 'preact';
import { HostClient } from './protocol/host-client.js';
import { UiModel } from './state/ui-model.js';
import { readSavedTimeline, saveTimeline } from './state/saved-timeline.js';
import { handleKeys } from './panels/handle-keys.js';
import { EntryList } from './panels/entry-list.js';
import { EntryPanel } from './panels/entry-panel.js';
import { Notices } from './panels/notices.js';
import { Overview } from './panels/overview.js';
import { Header } from './panels/header.js';
import { ClientRequests } from './panels/client-requests.js';
import { TimelinePanel } from './panels/timeline-panel.js';
import { useObserved } from './state/observable.js';
import { keyOf } from './state/server-entries.js';

/** Session storage key of the token, so that the page can be reloaded. */
const storageKey = 'token';

/** Delay before the token is stored, in milliseconds. The first use of session storage is slow, so the lists are shown first. */
const storageDelayMs = 1000;

const given = location.hash.slice(1);
const token = given === '' ? (sessionStorage.getItem(storageKey) ?? '') : given;
const keepToken = (): void => sessionStorage.setItem(storageKey, token);
// Otherwise the token would stay in the browser history.
if (given !== '') history.replaceState(null, '', location.pathname);

const host = new HostClient(token);
const model = new UiModel(host);
if (given === '') model.restoreTimeline(readSavedTimeline());
setTimeout(keepToken, storageDelayMs);
addEventListener('pagehide', () => {
  keepToken();
  saveTimeline(model.timeline.entries, (entry) => model.callOf(entry));
});
addEventListener('keydown', handleKeys);
/** Connects, and renders the page while the host and the server respond. */
function start(): void {
  void host.listen();
  void model.connect();
  setTimeout(() => {
    document.body.replaceChildren();
    render(<App model={model} />, document.body);
  });
}
// Waits for the first paint of the static document, which never comes in a background tab.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));

/** The whole page. */
function App({ model }: { readonly model: UiModel }): JSX.Element {
  useObserved(model);
  const { entry } = model;
  return (
    <div class="app">
      <Header model={model} />
      <EntryList model={model} />
      <main id="main">
        <Notices model={model} />
        <ClientRequests model={model} />
        {entry === undefined ? (
          <Overview model={model} />
        ) : (
          <EntryPanel key={keyOf(entry)} model={model} entry={entry} />
        )}
      </main>
      <TimelinePanel model={model} />
    </div>
  );
}
