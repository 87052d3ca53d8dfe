import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { SchemaForm } from '../form/schema-form.js';
import { initialValue } from '../form/starter-value.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, textAt } from '../protocol/json-object.js';
import type { OpenClientRequest } from '../state/ui-model.js';
import { RefusalButtons } from './refusal-buttons.js';

/**
 * Elicitation with a form. The input is not validated here, so that the user can see how the server responds to invalid input.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function FormElicitation({ request }: { readonly request: OpenClientRequest }): JSX.Element {
  const schema = useMemo(() => objectAt(request.params, 'requestedSchema'), [request]);
  const [value, setValue] = useState<unknown>(() => initialValue(schema));
  const [isDraft, setDraft] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isDraft) request.resolve({ action: 'accept', content: value as JsonObject });
  };
  return (
    <form onSubmit={submit} noValidate>
      <p class="text">{textAt(request.params, 'message')}</p>
      <SchemaForm schema={schema} value={value} onChange={setValue} errors={none} onDraft={setDraft} />
      <p class="actions">
        <button type="submit" class="primary" disabled={isDraft}>
          Submit
        </button>
        <RefusalButtons request={request} />
      </p>
    </form>
  );
}

const none: readonly never[] = [];
