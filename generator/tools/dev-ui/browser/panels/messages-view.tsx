import type { JSX } from 'preact';
import type { TimelineEntry } from '../state/timeline.js';
import { LongText } from './long-text.js';

/** Messages with their JSON, in order. */
export function MessagesView({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element {
  if (entries.length === 0) return <p class="hint">The messages of this call were dropped from the timeline.</p>;
  return (
    <ol class="wire">
      {entries.map((entry) => (
        <li key={entry.number}>
          <p class="faint">
            {entry.direction === 'sent' ? 'Sent' : 'Received'} {formatTime(entry.time)}
            {entry.instead !== undefined && `: ${entry.instead}`}
          </p>
          <LongText text={formatMessage(entry)} isMessage />
        </li>
      ))}
    </ol>
  );
}

/** Returns the local time of day with milliseconds. */
export function formatTime(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/** Returns a message as indented JSON; unchanged if it is not JSON. */
export function formatMessage({ message, text }: TimelineEntry): string {
  return Object.keys(message).length > 0 ? JSON.stringify(message, null, 2) : text;
}
