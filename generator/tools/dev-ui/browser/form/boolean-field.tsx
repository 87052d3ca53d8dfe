import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ControlProps } from './field-props.js';
import { describeUnset } from './describe-unset.js';

/**
 * Checkbox of a boolean, indeterminate while there is no value. Clicks set true, then false, then, if the boolean is optional, no value.
 */
export function BooleanField({ attributes, keywords, value, isRequired, onChange }: ControlProps) {
  const box = useRef<HTMLInputElement>(null);
  const noteId = `${attributes.id}-state`;
  const next = value === true ? false : value === false && isRequired === false ? undefined : true;
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = value === undefined;
  });
  return (
    <div class="form-check">
      <input
        {...attributes}
        ref={box}
        type="checkbox"
        aria-describedby={[attributes['aria-describedby'], noteId].filter(Boolean).join(' ')}
        checked={value === true}
        onChange={() => onChange(next)}
      />
      <span class="form-note" id={noteId}>
        {value === undefined ? describeUnset(keywords) : String(value)}
      </span>
    </div>
  );
}
