import type { TargetedInputEvent } from 'preact';
import type { ControlAttributes } from './field-props.js';
import { offsetOf } from './date-time.js';

/** Date and time input. Keeps the UTC offset of the value; a new value gets the browser's offset. */
export function DateTimeField({ attributes, text, onChange }: DateTimeFieldProps) {
  const offset = text === '' ? undefined : offsetOf(text);
  const noteId = `${attributes.id}-offset`;
  const change = ({ currentTarget: { value } }: TargetedInputEvent<HTMLInputElement>): void => {
    const seconds = value.length === 'yyyy-mm-ddThh:mm'.length ? ':00' : '';
    onChange(value === '' ? '' : `${value}${seconds}${offset ?? localOffset(value)}`);
  };
  return (
    <div class="form-color">
      <input
        {...attributes}
        type="datetime-local"
        step="1"
        aria-describedby={[attributes['aria-describedby'], offset && noteId].filter(Boolean).join(' ') || undefined}
        value={offset === undefined ? '' : text.slice(0, -offset.length)}
        onInput={change}
      />
      {offset !== undefined && (
        <span class="form-note" id={noteId}>
          {offset === 'Z' ? 'UTC' : `UTC${offset}`}
        </span>
      )}
    </div>
  );
}

interface DateTimeFieldProps {
  readonly attributes: ControlAttributes;
  readonly text: string;
  onChange(text: string): void;
}

/** Returns the browser's UTC offset at a local time: `Z`, or an offset such as `+02:00`. */
function localOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  if (minutes === 0 || Number.isNaN(minutes)) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
