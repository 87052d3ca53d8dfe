import type { Control } from './choose-field.js';
import { describeUnset } from './describe-unset.js';
import type { ControlProps } from './field-props.js';
import { showValue } from './list-branches.js';

/** Field with a choice of values. Values that are not strings are shown as JSON. */
export function ChoiceField(props: ControlProps & { readonly control: Control & { readonly kind: 'choice' } }) {
  const { attributes, control, isRequired, keywords, onChange } = props;
  const { values, selected, titles } = control;
  return (
    <select
      {...attributes}
      value={String(selected)}
      onChange={({ currentTarget }) => onChange(values[Number(currentTarget.value)])}
    >
      {(selected < 0 || isRequired === false) && (
        <option value="-1">{isRequired === false ? describeUnset(keywords) : 'Select…'}</option>
      )}
      {values.map((value, index) => (
        <option value={String(index)}>{titles?.[index] ?? showValue(value)}</option>
      ))}
    </select>
  );
}
