import { render } from 'preact';
import { App } from './app.js';
import { HostClient } from './protocol/host-client.js';
import { PageModel } from './state/page-model.js';
import { readSavedTimeline, saveTimeline } from './state/saved-timeline.js';

/** Key of the token in the storage of the tab, so that the page can be loaded again. */
const storageKey = 'token';

/** Takes the token out of the address, where it would stay in the history. Another token is that of another command. */
function takeToken(): string {
  const given = location.hash.slice(1);
  const saved = sessionStorage.getItem(storageKey);
  if (given === '') return saved ?? '';
  if (given !== saved) sessionStorage.clear();
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, '', location.pathname);
  return given;
}

const host = new HostClient(takeToken());
const model = new PageModel(host);
model.restoreTimeline(readSavedTimeline());
addEventListener('pagehide', () => saveTimeline(model.timeline.entries));
render(<App model={model} />, document.body);
void host.listen();
