import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, parseJson } from '../protocol/json-object.js';
import type { TimelineEntry } from './timeline.js';

/** Key of the timeline in the storage of the tab. */
const storageKey = 'timeline';

/** Characters of messages that are saved at most: browsers give a page about five million. */
const maxCharacters = 2_000_000;

/** Saves the newest messages for the page that is loaded next in this tab. */
export function saveTimeline(
  entries: readonly TimelineEntry[],
  callOf: (entry: TimelineEntry) => number | undefined,
): void {
  let characters = 0;
  const first = entries.findLastIndex(({ text }) => (characters += text.length) > maxCharacters) + 1;
  const saved = entries.slice(first).map((entry) => ({ ...entry, message: undefined, call: callOf(entry) }));
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ entries: saved }));
  } catch {
    // There is less storage than usual, or none.
    sessionStorage.removeItem(storageKey);
  }
}

/** The messages that the page before this one has saved; none if there are none. */
export function readSavedTimeline(): readonly TimelineEntry[] {
  const saved = objectsAt(parseJson(sessionStorage.getItem(storageKey) ?? ''), 'entries');
  return saved.map((entry) => {
    const message = parseJson(String(entry['text']));
    return { ...entry, message: isJsonObject(message) ? message : {} } as unknown as TimelineEntry;
  });
}
