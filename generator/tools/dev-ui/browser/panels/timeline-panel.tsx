import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { objectAt } from '../protocol/json-object.js';
import { useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';
import { exportTimeline, type TimelineEntry } from '../state/timeline.js';
import { CopyButton } from './copy-button.js';
import { LongText } from './long-text.js';
import { formatMessage, formatTime } from './messages-view.js';

/** Messages that are drawn at most; a filter finds older ones. */
const maximalShown = 300;

/** Everything that was sent and received: filter, export, and requests that can be sent again. */
export function TimelinePanel({ model }: { readonly model: UiModel }): JSX.Element {
  const { timeline } = model;
  useObserved(timeline);
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = timeline.entries.filter((entry) => matches(entry, words));
  const shown = found.slice(-maximalShown).toReversed();
  return (
    <aside aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <div class="bar">
        <label>
          Filter
          <input type="search" value={filter} onInput={({ currentTarget }) => setFilter(currentTarget.value)} />
        </label>
        <button type="button" disabled={found.length === 0} onClick={() => save(exportTimeline(found))}>
          Export as JSON
        </button>
        <button type="button" disabled={timeline.entries.length === 0} onClick={() => timeline.clear()}>
          Clear
        </button>
      </div>
      <p class="faint">
        {found.length} of {timeline.entries.length} messages, the newest first
        {timeline.dropped > 0 && `; ${timeline.dropped} older ones were dropped`}
      </p>
      <ol class="timeline" tabIndex={0} aria-label="Messages">
        {shown.map((entry) => (
          <Row key={entry.number} entry={entry} model={model} />
        ))}
      </ol>
    </aside>
  );
}

const kinds = { request: '', notification: '', answer: 'answer', error: 'error' } as const;

function Row({ entry, model }: { readonly entry: TimelineEntry; readonly model: UiModel }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { direction, kind, method, message, time } = entry;
  const canRepeat = direction === 'sent' && kind === 'request' && method !== 'initialize';
  return (
    <li class={kind === 'error' ? 'failed' : undefined}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class={direction}>
            <span aria-hidden="true">{direction === 'sent' ? '→' : '←'}</span>
            <span class="unseen">{direction === 'sent' ? 'Sent' : 'Received'}</span>
          </span>{' '}
          <span>
            <span class="name">{breakable(method)}</span>{' '}
            <span class="faint">
              {subjectOf(entry)} {kinds[kind]}
            </span>
          </span>{' '}
          <span class="faint">{formatTime(time)}</span>
        </summary>
        {isOpen && (
          <div>
            {entry.instead !== undefined && <p>{entry.instead}</p>}
            <p class="actions">
              <CopyButton label="Copy" text={formatMessage(entry)} />
              {canRepeat && (
                <button type="button" onClick={() => void model.repeat(method, objectAt(message, 'params'))}>
                  Send again
                </button>
              )}
            </p>
            <LongText text={formatMessage(entry)} />
          </div>
        )}
      </details>
    </li>
  );
}

/** A method that may be broken after its slashes. */
function breakable(method: string): readonly (JSX.Element | string)[] {
  return method.split('/').flatMap((part, index) => (index === 0 ? [part] : ['/', <wbr key={index} />, part]));
}

/** Name or address of the entry that a request is about. */
function subjectOf({ message }: TimelineEntry): string {
  const { name, uri } = objectAt(message, 'params');
  return [name, uri].find((subject) => typeof subject === 'string') ?? '';
}

function matches({ text, method, direction, protocolVersion }: TimelineEntry, words: readonly string[]): boolean {
  const all = `${direction} ${method} ${protocolVersion} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Saves a text as a file of the user. */
function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'timeline.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
