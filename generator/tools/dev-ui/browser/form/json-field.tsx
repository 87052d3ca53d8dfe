import { useState } from 'preact/hooks';
import { parseExactJson, printExactJson } from './exact-json.js';
import type { ControlProps } from './field-props.js';

/** JSON field for a value that does not match its schema or is nested too deeply for fields. */
export function JsonField({ attributes, label, text, onChange }: ControlProps & { readonly text: string }) {
  const [draft, setDraft] = useState(text);
  const parsed = draft.trim() === '' ? { value: undefined } : parseExactJson(draft);
  const isDraft = 'problem' in parsed || printValue(parsed.value) === text;
  return (
    <>
      <textarea
        {...attributes}
        aria-label={`${label} as JSON`}
        class="form-code"
        rows={4}
        spellcheck={false}
        value={isDraft ? draft : text}
        onInput={({ currentTarget }) => {
          setDraft(currentTarget.value);
          const read = parseExactJson(currentTarget.value);
          if ('value' in read) onChange(read.value);
          else if (currentTarget.value.trim() === '') onChange(undefined);
        }}
      />
      {'problem' in parsed && (
        <p class="form-error" role="alert">
          Line {parsed.problem.line}, column {parsed.problem.column}: {parsed.problem.message}.
        </p>
      )}
    </>
  );
}

function printValue(value: unknown): string {
  return value === undefined ? '' : printExactJson(value, 2);
}
