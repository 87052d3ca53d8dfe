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
/** Connects, and draws the page while the host and the server answer. */
function start(): void {
  void host.listen();
  void model.connect();
  setTimeout(() => {
    document.body.replaceChildren();
    render(<App model={model} />, document.body);
  });
}
// The browser shows first what the document itself has; a page in the background shows nothing.
if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
