import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { SchemaForm } from '../form/schema-form.js';
import { initialValue } from '../form/starter-value.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';

/**
 * Question with a form. Its answers are not checked here, so that the user can see what the server does with wrong ones; the
 * form warns of missing values only.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function FormElicitation({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  const schema = useMemo(() => objectAt(question.params, 'requestedSchema'), [question]);
  const [value, setValue] = useState<unknown>(() => initialValue(schema));
  const [isDraft, setDraft] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isDraft) question.resolve({ action: 'accept', content: value as JsonObject });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p class="text">{textAt(question.params, 'message')}</p>
      <SchemaForm schema={schema} value={value} onChange={setValue} errors={none} onDraft={setDraft} />
      <p class="actions">
        <button type="submit" class="primary" disabled={isDraft}>
          Send
        </button>
        <RefusalButtons question={question} />
      </p>
    </form>
  );
}

const none: readonly never[] = [];

/** Buttons that say no, and that leave the question without an answer. */
export function RefusalButtons({ question }: { readonly question: OpenClientRequest }): JSX.Element {
  return (
    <>
      <button type="button" onClick={() => question.resolve({ action: 'decline' })}>
        Decline
      </button>
      <button type="button" onClick={() => question.resolve({ action: 'cancel' })}>
        Close without an answer
      </button>
    </>
  );
}
