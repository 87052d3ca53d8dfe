import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { objectAt } from '../protocol/json-object.js';
import { describeDuration } from '../state/call.js';
import { groupTimeline, stateOf, type GroupState, type TimelineGroup } from '../state/group-timeline.js';
import { useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';
import { exportTimeline, type TimelineEntry } from '../state/timeline.js';
import { CopyButton } from './copy-button.js';
import { LongText } from './long-text.js';
import { formatMessage, formatTime } from './messages-view.js';

/** Maximum number of rendered messages; a filter finds older ones. */
const maxShown = 300;

/** Sent and received messages, grouped by call, with filter and export. Requests can be sent again. */
export function TimelinePanel({ model }: { readonly model: UiModel }): JSX.Element {
  const { timeline } = model;
  useObserved(timeline);
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = timeline.entries.filter((entry) => matches(entry, words));
  const groups = groupTimeline(found.slice(-maxShown), (entry) => model.callOf(entry)).toReversed();
  return (
    <aside aria-labelledby="timeline-title">
      <div class="box-head">
        <h2 id="timeline-title">Timeline</h2>
        <button type="button" disabled={found.length === 0} onClick={() => save(exportTimeline(found))}>
          Export JSON
        </button>
        <button type="button" disabled={timeline.entries.length === 0} onClick={() => timeline.clear()}>
          Clear
        </button>
      </div>
      <label class="search">
        <span class="unseen">Filter messages</span>
        <input
          type="search"
          value={filter}
          placeholder="Filter messages"
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </label>
      <p class="faint">
        {found.length} of {timeline.entries.length} messages
        {timeline.dropped > 0 && `, ${timeline.dropped} older ones dropped`}
      </p>
      <ol class="timeline" aria-label="Calls and messages, newest first">
        {groups.map((group) => (
          <Group key={group.key} group={group} model={model} isFiltered={words.length > 0} />
        ))}
      </ol>
    </aside>
  );
}

interface GroupProps {
  readonly group: TimelineGroup;
  readonly model: UiModel;
  /** Whether a filter is set; groups are then open. */
  readonly isFiltered: boolean;
}

const marks: { readonly [state in GroupState]: readonly [mark: string, text: string] } = {
  pending: ['…', 'Pending'],
  done: ['✓', 'Completed'],
  failed: ['✕', 'Failed'],
  none: ['←', 'Received'],
};

const titles: { readonly [kind in TimelineGroup['kind']]?: string } = {
  handshake: 'Handshake',
  refresh: 'List refresh',
};

/** A call, a handshake or a request, with its messages folded. */
function Group({ group, model, isFiltered }: GroupProps): JSX.Element {
  const [chosen, choose] = useState<boolean>();
  useEffect(() => choose(undefined), [isFiltered]);
  const { entries, kind } = group;
  const first = entries[0]!;
  const state = stateOf(group);
  const title = titles[kind];
  const isShown = chosen ?? isFiltered;
  const toggle = (event: Event): void => {
    event.preventDefault();
    choose(!isShown);
  };
  const duration = (entries.at(-1)?.time ?? first.time) - first.time;
  return (
    <li class={`group ${state}`}>
      <details open={isShown}>
        <summary onClick={toggle}>
          <span class="mark">
            <span aria-hidden="true">{marks[state][0]}</span>
            <span class="unseen">{marks[state][1]}</span>
          </span>{' '}
          <span class="group-title">
            {title === undefined ? (
              <>
                <span class="name">{subjectOf(first) || breakable(first.method)}</span>
                {subjectOf(first) !== '' && <span class="faint"> {first.method}</span>}
              </>
            ) : (
              <>
                {title} <span class="faint">{first.protocolVersion}</span>
              </>
            )}
          </span>{' '}
          <span class="faint">
            {state === 'pending' || state === 'none' ? formatTime(first.time).slice(0, 8) : describeDuration(duration)}
          </span>
        </summary>
        {isShown && (
          <ol>
            {entries.map((entry) => (
              <Row key={entry.number} entry={entry} model={model} />
            ))}
          </ol>
        )}
      </details>
    </li>
  );
}

const kinds = { request: '', notification: '', answer: 'result', error: 'error' } as const;

function Row({ entry, model }: { readonly entry: TimelineEntry; readonly model: UiModel }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { direction, kind, method, message, time } = entry;
  const canResend = direction === 'sent' && kind === 'request' && method !== 'initialize';
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
              {canResend && (
                <button type="button" onClick={() => void model.repeat(method, objectAt(message, 'params'))}>
                  Resend
                </button>
              )}
            </p>
            <LongText text={formatMessage(entry)} isMessage />
          </div>
        )}
      </details>
    </li>
  );
}

/** Method name that can wrap after slashes. */
function breakable(method: string): readonly (JSX.Element | string)[] {
  return method.split('/').flatMap((part, index) => (index === 0 ? [part] : ['/', <wbr key={index} />, part]));
}

/** Name or URI of the entry that a request is about. */
function subjectOf({ message }: TimelineEntry): string {
  const { name, uri } = objectAt(message, 'params');
  return [name, uri].find((subject) => typeof subject === 'string') ?? '';
}

function matches({ text, method, direction, protocolVersion }: TimelineEntry, words: readonly string[]): boolean {
  const all = `${direction} ${method} ${protocolVersion} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Downloads text as a file. */
function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'timeline.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
