import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useObserved } from '../state/observable.js';
import type { Call } from '../state/call.js';
import type { UiModel } from '../state/ui-model.js';
import { keyOf, type Entry } from '../state/server-entries.js';
import { CallResult } from './call-result.js';
import { ImplementationPanel } from './implementation-panel.js';
import { UsagePanel } from './usage-panel.js';
import { InputForm } from './input-form.js';
import { requestFor } from './request-for.js';
import { SubscriptionBar } from './subscription-bar.js';
import { objectAt, textAt } from '../protocol/json-object.js';

/** Panel of one tool, prompt, resource or template: description, input, result of the last call. */
export function EntryPanel({ model, entry }: { readonly model: UiModel; readonly entry: Entry }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const call = model.calls.get(keyOf(entry));
  const uri = entry.kind === 'resource' ? entry.name : entry.kind === 'template' && textAt(call?.params, 'uri');
  return (
    <article aria-labelledby="entry-title">
      <div class="entry-head">
        <h2 id="entry-title" tabIndex={-1} ref={heading}>
          {entry.title}
        </h2>
        {entry.title !== entry.name && <code>{entry.name}</code>}
        <Badges entry={entry} />
      </div>
      {entry.description !== undefined && <p class="text">{entry.description}</p>}
      <details>
        <summary>Definition</summary>
        <pre>{JSON.stringify(entry.descriptor, null, 2)}</pre>
      </details>
      {entry.kind === 'tool' && model.target?.canSave === true && (
        <ImplementationPanel key={entry.name} model={model} entry={entry} />
      )}
      {entry.kind === 'tool' && <UsagePanel model={model} entry={entry} call={call} />}
      <InputForm model={model} entry={entry} call={call} send={(value) => send(model, entry, value)} />
      {typeof uri === 'string' && model.canSubscribe && <SubscriptionBar key={uri} model={model} uri={uri} />}
      {call !== undefined && <CallState call={call} />}
      {call !== undefined && <CallResult model={model} call={call} />}
    </article>
  );
}

function send(model: UiModel, entry: Entry, value: { readonly [key: string]: unknown }): void {
  const { method, params } = requestFor(entry, value);
  model.call(entry, method, params);
}

const kindNames = { tool: 'Tool', prompt: 'Prompt', resource: 'Resource', template: 'Resource template' } as const;

/** Entry kind, and the tool hints that are true. */
function Badges({ entry }: { readonly entry: Entry }): JSX.Element {
  const annotations = objectAt(entry.descriptor, 'annotations');
  const hints = [
    ['readOnlyHint', 'Read-only'],
    ['destructiveHint', 'Destructive'],
    ['idempotentHint', 'Idempotent'],
    ['openWorldHint', 'Open world'],
  ].flatMap(([hint = '', label]) => (annotations[hint] === true ? [label] : []));
  return (
    <>
      {[kindNames[entry.kind], ...hints].map((label) => (
        <span key={label} class="pill">
          {label}
        </span>
      ))}
    </>
  );
}

/** Progress and log messages of a call. */
function CallState({ call }: { readonly call: Call }): JSX.Element | null {
  useObserved(call);
  const { progress, logs } = call;
  if (progress === undefined && logs.length === 0) return null;
  const { progress: done, total, message } = progress ?? {};
  return (
    <section aria-label="Progress and log messages" class="running box">
      {typeof done === 'number' && (
        <p>
          <progress aria-label="Progress" {...(typeof total === 'number' && { value: done, max: total })} />{' '}
          <span role="status">
            {typeof total === 'number' ? `${done} of ${total}` : done}
            {typeof message === 'string' && `: ${message}`}
          </span>
        </p>
      )}
      {logs.length > 0 && (
        <ul class="logs">
          {logs.map((log, index) => (
            <li key={index}>
              <span class="name">{String(log['level'])}</span>{' '}
              {typeof log['data'] === 'string' ? log['data'] : JSON.stringify(log['data'])}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
