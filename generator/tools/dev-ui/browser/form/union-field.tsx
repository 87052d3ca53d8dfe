import { useRef } from 'preact/hooks';
import type { Control } from './choose-field.js';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';
import { JsonField } from './json-field.js';
import { isJsonObject } from '../../../../../runtime/wire/json.js';
import type { Schema } from './json-schema.js';
import { printExactJson } from './exact-json.js';
import { rateFits } from './rate-fit.js';
import type { SchemaDocument } from './schema-document.js';
import { starterValue } from './starter-value.js';

/** Field for a value with alternative schemas: a choice of type, and the field for that type. */
export function UnionField(props: UnionFieldProps) {
  const { document, Field } = useForm();
  const { attributes, control, prefer, value, onChange, label, isRequired, path, depth } = props;
  const { branches, selected } = control;
  // Last value of each type, restored when the user switches back.
  const kept = useRef(new Map<number, unknown>());
  if (value !== undefined) kept.current.set(selected, value);
  const branch = branches[selected];
  const choose = (index: number): void => {
    const next = branches[index];
    prefer(next === undefined ? undefined : index);
    if (next === undefined) onChange(undefined);
    else onChange(kept.current.has(index) ? kept.current.get(index) : convert(value, next.schema, document));
  };
  return (
    <>
      <select
        {...attributes}
        aria-label={`Type of ${label}`}
        value={String(selected)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {(selected < 0 || isRequired === false) && (
          <option value="-1">{isRequired === false ? 'Not set' : 'Select…'}</option>
        )}
        {branches.map(({ title }, index) => (
          <option value={String(index)}>{title}</option>
        ))}
      </select>
      {branch !== undefined && (value !== undefined || isRequired === true) && (
        <div class="form-branch">
          <Field
            key={selected}
            schema={branch.schema}
            value={value}
            onChange={onChange}
            path={path}
            label={label}
            depth={depth + 1}
            isBare
            {...(isRequired !== undefined && { isRequired })}
          />
        </div>
      )}
      {branch === undefined && value !== undefined && <JsonField {...props} text={printExactJson(value, 2)} />}
    </>
  );
}

interface UnionFieldProps extends ControlProps {
  readonly control: Control & { readonly kind: 'union' };
  prefer(branch: number | undefined): void;
}

/** Returns the first value of a branch, with matching members of the previous value. */
function convert(value: unknown, schema: Schema, document: SchemaDocument): unknown {
  const fits = (whole: unknown): number => rateFits([schema], whole, document)[0] ?? -Infinity;
  const starter = starterValue(schema, document);
  if (!isJsonObject(value) || !isJsonObject(starter)) return starter;
  return Object.entries(value).reduce<unknown>((whole, [name, member]) => {
    if (!isJsonObject(whole) || Object.hasOwn(whole, name)) return whole;
    const more = Object.fromEntries([...Object.entries(whole), [name, member]]);
    return fits(more) > fits(whole) ? more : whole;
  }, starter);
}
