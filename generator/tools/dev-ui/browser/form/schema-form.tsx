import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { ErrorSummary, focusFirstError, type FieldError } from './error-summary.js';
import { Field } from './field.js';
import { formContext, type FormContext } from './form-context.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { JsonView, type JsonDraft } from './json-view.js';
import { SchemaDocument } from './schema-document.js';

/** Properties of {@link SchemaForm}. */
interface SchemaFormProps {
  readonly schema: JsonObject;
  /** The value; integers that a JavaScript number cannot represent exactly are `bigint`s, which `printExactJson` prints. */
  readonly value: unknown;
  onChange(value: unknown): void;
  /** Errors by JSON Pointer (`/address/city`). The first error gets the focus if the focus is outside the form. */
  readonly errors: readonly FieldError[];
  /** Suggests values of a top-level argument. */
  complete?(argument: string, value: string): Promise<readonly string[]>;
  /** Reports whether the JSON view contains invalid JSON. The value is then older than the displayed text. */
  onDraft?(isDraft: boolean): void;
}

/** Form for a value of a JSON Schema, with a JSON editor. Schemas may be hostile: no part of a schema becomes HTML. */
export function SchemaForm({ schema, value, onChange, errors, complete, onDraft }: SchemaFormProps) {
  const prefix = useId();
  const form = useRef<HTMLDivElement>(null);
  const [isJsonShown, showJson] = useState(false);
  const [draft, setDraft] = useState<JsonDraft>();
  const document = useMemo(() => new SchemaDocument(schema), [schema]);
  const context = useMemo(
    (): FormContext => ({ Field, document, prefix, messages: groupMessages(errors), complete }),
    [document, prefix, errors, complete],
  );
  useEffect(() => {
    const isInside = form.current?.contains(globalThis.document.activeElement) === true;
    if (errors.length > 0 && !isInside) focusFirstError(form.current);
  }, [errors]);
  const changeDraft = (next: JsonDraft | undefined): void => {
    if ((next === undefined) !== (draft === undefined)) onDraft?.(next !== undefined);
    setDraft(next);
  };
  return (
    <formContext.Provider value={context}>
      <div class="form" ref={form}>
        <div class="form-bar">
          <button type="button" aria-expanded={isJsonShown} onClick={() => showJson(!isJsonShown)}>
            Edit as JSON
          </button>
          {draft !== undefined && (
            <p class="form-note">The form is locked until the JSON is valid. Fix or discard it.</p>
          )}
        </div>
        <ErrorSummary errors={errors} form={form} />
        <div class={isJsonShown ? 'form-views form-both' : 'form-views'}>
          <div class="form-fields" inert={draft !== undefined}>
            <Field schema={schema} value={value} onChange={onChange} path="" label="arguments" depth={0} isBare />
          </div>
          {isJsonShown && <JsonView id={`${prefix}-json`} {...{ value, onChange, draft }} onDraft={changeDraft} />}
        </div>
      </div>
    </formContext.Provider>
  );
}

function groupMessages(errors: readonly FieldError[]): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, readonly string[]>();
  for (const { path, message } of errors) messages.set(path, [...(messages.get(path) ?? []), message]);
  return messages;
}
