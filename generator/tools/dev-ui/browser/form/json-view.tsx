import { useState } from 'preact/hooks';
import { parseExactJson, printExactJson } from './exact-json.js';

/** Text of the JSON view that is not valid JSON. */
export interface JsonDraft {
  readonly text: string;
  /** Line, column and reason. */
  readonly problem: string;
}

/** Editor for the whole value as JSON. Invalid JSON is kept until it is fixed. */
export function JsonView({ id, value, onChange, draft, onDraft }: JsonViewProps) {
  const printed = value === undefined ? '' : printExactJson(value, 2);
  const [typed, setTyped] = useState(printed);
  // Typed spaces and line breaks are kept while the value is the same.
  const parsed = parseExactJson(typed);
  const shown = draft?.text ?? ('value' in parsed && printExactJson(parsed.value, 2) === printed ? typed : printed);
  const edit = (text: string): void => {
    setTyped(text);
    const read = parseExactJson(text);
    if ('value' in read) {
      onDraft(undefined);
      onChange(read.value);
    } else {
      const { line, column, message } = read.problem;
      onDraft({ text, problem: `Line ${line}, column ${column}: ${message}.` });
    }
  };
  return (
    <div class="form-json-view">
      <label for={id}>Arguments (JSON)</label>
      <textarea
        id={id}
        class="form-code"
        spellcheck={false}
        rows={Math.min(30, Math.max(8, shown.split('\n').length + 1))}
        value={shown}
        aria-invalid={draft !== undefined || undefined}
        aria-describedby={draft === undefined ? undefined : `${id}-error`}
        onInput={({ currentTarget }) => edit(currentTarget.value)}
      />
      <div aria-live="polite">
        {draft !== undefined && (
          <p class="form-error" id={`${id}-error`}>
            {draft.problem}
          </p>
        )}
      </div>
      {draft !== undefined && (
        <button
          type="button"
          onClick={() => {
            setTyped(printed);
            onDraft(undefined);
          }}
        >
          Discard changes
        </button>
      )}
    </div>
  );
}

interface JsonViewProps {
  readonly id: string;
  readonly value: unknown;
  onChange(value: unknown): void;
  readonly draft: JsonDraft | undefined;
  onDraft(draft: JsonDraft | undefined): void;
}
