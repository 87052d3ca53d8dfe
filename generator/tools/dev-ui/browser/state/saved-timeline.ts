import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, parseJson } from '../protocol/json-object.js';
import type { TimelineEntry } from './timeline.js';

/** Session storage key of the timeline. */
const storageKey = 'timeline';

/** Maximum number of saved characters; browsers allow about five million per page. */
const maxCharacters = 2_000_000;

/** Saves the newest messages for the next page load in this tab. */
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
    // Storage is full or unavailable.
    sessionStorage.removeItem(storageKey);
  }
}

/** Returns the messages saved by the previous page; empty if there are none. */
export function readSavedTimeline(): readonly TimelineEntry[] {
  const saved = objectsAt(parseJson(sessionStorage.getItem(storageKey) ?? ''), 'entries');
  return saved.map((entry) => {
    const message = parseJson(String(entry['text']));
    return { ...entry, message: isJsonObject(message) ? message : {} } as unknown as TimelineEntry;
  });
}
