import { render } from 'preact';
import { App } from './app.js';
import { HostClient } from './protocol/host-client.js';
import { PageModel } from './state/page-model.js';
import { readSavedTimeline, saveTimeline } from './state/saved-timeline.js';

/** Key of the token in the storage of the tab, so that the page can be loaded again. */
const storageKey = 'token';

/** Milliseconds until the token is stored: the first use of the storage takes time, and the lists are shown before. */
const storageDelayMs = 1000;

const given = location.hash.slice(1);
const token = given === '' ? (sessionStorage.getItem(storageKey) ?? '') : given;
const keepToken = (): void => sessionStorage.setItem(storageKey, token);
// In the address the token would stay in the history.
if (given !== '') history.replaceState(null, '', location.pathname);

const host = new HostClient(token);
const model = new PageModel(host);
if (given === '') model.restoreTimeline(readSavedTimeline());
setTimeout(keepToken, storageDelayMs);
addEventListener('pagehide', () => {
  keepToken();
  saveTimeline(model.timeline.entries);
});
void host.listen();
void model.connect();
// Drawing takes about as long as the host and the server need to answer: their requests go first.
setTimeout(() => render(<App model={model} />, document.body));
