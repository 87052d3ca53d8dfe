import { useState } from 'preact/hooks';
import { describeDefault } from './describe-unset.js';
import { readNumber } from './exact-json.js';
import type { ControlProps } from './field-props.js';

/** Field for a number or integer with any number of digits. Text that is not a number is kept, so that the validator rejects it. */
export function NumberField({ attributes, keywords, text, value, isRequired, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState(text ?? '');
  // While the user types `1.05`, the draft is `1.` and then `1.0`, so it is shown as long as it represents the value.
  const shown = readDraft(draft) === value ? draft : (text ?? '');
  return (
    <input
      {...attributes}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={shown}
      placeholder={describeDefault(keywords)}
      onInput={({ currentTarget }) => {
        setDraft(currentTarget.value);
        const read = readDraft(currentTarget.value);
        // Items and entries always have a value.
        onChange(read === undefined && isRequired === undefined ? '' : read);
      }}
    />
  );
}

interface NumberFieldProps extends ControlProps {
  readonly text: string | undefined;
}

function readDraft(draft: string): number | bigint | string | undefined {
  return draft.trim() === '' ? undefined : (readNumber(draft) ?? draft);
}
