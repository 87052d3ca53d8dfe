import { useState } from 'preact/hooks';
import { pointerTo, setMember } from './edit-value.js';
import { EntryRows } from './entry-rows.js';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';
import type { Member, Members } from './list-members.js';

/** Number of properties above which a filter is shown. */
const manyProperties = 20;
const shownAtFirst = 200;

/** Object field: properties, required ones first, and other entries. */
export function ObjectField(props: ObjectFieldProps) {
  const { value, members, path, depth, isRequired, label } = props;
  // Missing values are not expanded, so that the fields of a recursive schema come to an end.
  if (value === undefined && isRequired !== undefined) return null;
  const content = (
    <>
      <Properties {...props} />
      <EntryRows {...props} />
    </>
  );
  const isEmpty = members.declared.length + members.others.length === 0;
  if (isEmpty && members.entry === undefined) return <p class="form-note">No properties.</p>;
  if (path === '') return content;
  return (
    <details open={depth < 6} class="form-nested">
      <summary>
        {label}: {countOf(members)}
      </summary>
      {content}
    </details>
  );
}

interface ObjectFieldProps extends ControlProps {
  readonly members: Members;
}

function countOf({ declared, others }: Members): string {
  const count = others.length + declared.filter(({ value }) => value !== undefined).length;
  return count === 1 ? '1 value' : `${count} values`;
}

function Properties({ value, onChange, members, path, depth, label }: ObjectFieldProps) {
  const { Field } = useForm();
  const [filter, setFilter] = useState('');
  const [shown, setShown] = useState(shownAtFirst);
  const { declared } = members;
  const sorted = [...declared.filter(isRequired), ...declared.filter((member) => !isRequired(member))];
  const wanted = sorted.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  const hasFilter = declared.length > manyProperties;
  return (
    <>
      {hasFilter && (
        <label class="form-filter">
          Filter {declared.length} properties{path === '' ? '' : ` of ${label}`}
          <input type="search" value={filter} onInput={({ currentTarget }) => setFilter(currentTarget.value)} />
        </label>
      )}
      {wanted.slice(0, shown).map((member) => (
        <Field
          key={member.name}
          schema={member.schema}
          value={member.value}
          onChange={(changed) => onChange(setMember(value, member.name, changed))}
          path={pointerTo(path, member.name)}
          label={member.name}
          depth={depth + 1}
          isRequired={member.isRequired}
        />
      ))}
      {hasFilter && wanted.length === 0 && <p class="form-note">No matching properties.</p>}
      {wanted.length > shown && (
        <button type="button" onClick={() => setShown(shown + shownAtFirst)}>
          Show more ({wanted.length - shown} hidden)
        </button>
      )}
    </>
  );
}

function isRequired(member: Member): boolean {
  return member.isRequired;
}
