import type { ControlAttributes } from './field-props.js';

/** Color input: a text field for any CSS color, and a color picker. */
export function ColorField({ attributes, label, text, placeholder, onChange }: ColorFieldProps) {
  return (
    <div class="form-color">
      <input
        {...attributes}
        type="text"
        autocomplete="off"
        value={text}
        placeholder={placeholder}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <input
        type="color"
        aria-label={`Pick ${label}`}
        value={/^#[\da-f]{6}$/iu.test(text) ? text.toLowerCase() : '#000000'}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

interface ColorFieldProps {
  readonly attributes: ControlAttributes;
  readonly label: string;
  readonly text: string;
  readonly placeholder: string | undefined;
  onChange(text: string): void;
}
