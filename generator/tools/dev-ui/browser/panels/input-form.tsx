import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { FieldError } from '../form/error-summary.js';
import { SchemaForm } from '../form/schema-form.js';
import { initialValue } from '../form/starter-value.js';
import { validateArguments } from '../protocol/request-validation.js';
import { completeArgument } from '../protocol/complete-argument.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt } from '../protocol/json-object.js';
import type { Call } from '../state/call.js';
import { Observable, useObserved } from '../state/observable.js';
import type { UiModel } from '../state/ui-model.js';
import { keyOf, type Entry } from '../state/server-entries.js';
import { listProblems } from './list-problems.js';
import { inputSchemaOf } from './request-for.js';

/** Properties of {@link InputForm}. */
interface InputFormProps {
  readonly model: UiModel;
  readonly entry: Entry;
  /** Last call of the entry. */
  readonly call: Call | undefined;
  readonly send: (value: JsonObject) => void;
}

const idle = new Observable();
const none: readonly never[] = [];

/** Input form of an entry, with buttons that send the input and cancel the call. */
export function InputForm({ model, entry, call, send }: InputFormProps): JSX.Element {
  useObserved(call ?? idle);
  const [isDraft, setDraft] = useState(false);
  const schema = useMemo(() => inputSchemaOf(entry), [entry]);
  const value = model.drafts.get(keyOf(entry)) ?? initialValue(schema);
  const input = isJsonObject(value) ? value : {};
  const [found, setFound] = useState<readonly FieldError[]>(none);
  const [isChecking, setChecking] = useState(false);
  const refused = useMemo(() => listProblems(call?.result), [call?.result]);
  const errors = found.length > 0 ? found : refused;
  const isRunning = call?.isRunning === true;
  const isBusy = isRunning || isChecking;
  const hasInput = Object.keys(schema).some((keyword) => !emptyKeywords.has(keyword) || hasMembers(schema[keyword]));
  const sendNow = (): void => {
    setFound(none);
    send(input);
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || isDraft || !model.isConnected) return;
    setChecking(true);
    const problems = entry.kind === 'tool' ? await validateArguments(model.host, schema, value) : none;
    setChecking(false);
    if (problems.length > 0) setFound(problems);
    else sendNow();
  };
  const ref = completable(model, entry);
  const form = (
    <SchemaForm
      schema={schema}
      value={value}
      onChange={(next) => model.draft(entry, isJsonObject(next) ? next : {})}
      errors={errors}
      onDraft={setDraft}
      {...(ref && { complete: (name: string, text: string) => completeArgument(model, ref, name, text, input) })}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={submitByKeys} aria-busy={isBusy} noValidate>
      {hasInput && (
        <fieldset>
          <legend>{entry.kind === 'template' ? 'URI variables' : 'Arguments'}</legend>
          {form}
        </fieldset>
      )}
      {!hasInput && entry.kind === 'tool' && (
        <details open={errors.length > 0}>
          <summary>No arguments</summary>
          {form}
        </details>
      )}
      <Actions
        verb={verbs[entry.kind]}
        call={call}
        canSend={!isDraft && model.isConnected}
        {...(found.length > 0 && { onSendAnyway: sendNow })}
      />
    </form>
  );
}

/** Submits the form with Ctrl+Enter or Cmd+Enter, also from fields with several lines. */
function submitByKeys(event: KeyboardEvent & { readonly currentTarget: HTMLFormElement }): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

interface ActionsProps {
  /** Label of the button that sends the input. */
  readonly verb: string;
  readonly call: Call | undefined;
  readonly canSend: boolean;
  /** Absent if the input has no problems. */
  readonly onSendAnyway?: () => void;
}

/** Buttons that send the input and cancel the call. */
function Actions({ verb, call, canSend, onSendAnyway }: ActionsProps): JSX.Element {
  const isRunning = call?.isRunning === true;
  return (
    <p class="actions">
      <button type="submit" class="primary" disabled={isRunning || !canSend}>
        {verb}
      </button>
      {onSendAnyway && !isRunning && (
        <button type="button" disabled={!canSend} onClick={onSendAnyway}>
          Send anyway
        </button>
      )}
      {isRunning && (
        <button type="button" onClick={() => call?.cancel()} disabled={call?.isCancelled === true}>
          Cancel
        </button>
      )}
    </p>
  );
}

/** Keywords that require no argument if they are empty. */
const emptyKeywords: ReadonlySet<string> = new Set([
  '$schema',
  '$defs',
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'examples',
]);

function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const verbs = {
  tool: 'Call tool',
  prompt: 'Get prompt',
  resource: 'Read resource',
  template: 'Read resource',
} as const;

/** Returns the completion reference of an entry; `undefined` if the protocol version or the server has no completion. */
function completable({ greeting }: UiModel, { kind, name }: Entry): JsonObject | undefined {
  if (!isJsonObject(objectAt(greeting, 'capabilities')['completions'])) return undefined;
  if (kind === 'prompt') return { type: 'ref/prompt', name };
  return kind === 'template' ? { type: 'ref/resource', uri: name } : undefined;
}
