import { useState } from 'preact/hooks';
import { newName, pointerTo, renameMember, setMember } from './edit-value.js';
import type { ControlProps } from './field-props.js';
import { flattenSchema } from './flatten-schema.js';
import { useForm } from './form-context.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import type { Member, Members } from './list-members.js';
import { listValues } from './list-types.js';
import { starterValue } from './starter-value.js';
import { useRowIds } from './use-row-ids.js';

const shownAtFirst = 100;

/** Undeclared entries of an object, which can be renamed, added and removed. */
export function EntryRows({ value, onChange, members, path, depth, label }: EntryRowsProps) {
  const { document, Field } = useForm();
  const { others, entry, names } = members;
  const [shown, setShown] = useState(shownAtFirst);
  const rows = useRowIds(others.length);
  const object = isJsonObject(value) ? value : {};
  if (others.length === 0 && entry === undefined) return null;
  const allowed = names === undefined ? undefined : listValues(flattenSchema(names, document).keywords);
  const texts = allowed?.filter((name) => typeof name === 'string') ?? [];
  return (
    <div ref={rows.container} class="form-rows">
      {others.slice(0, shown).map((member, index) => (
        <div class="form-row form-entry" key={rows.ids[index]} data-row={rows.ids[index]}>
          <EntryName
            {...{ object, member, label }}
            onRename={(next) => onChange(renameMember(object, member.name, next))}
          />
          <Field
            schema={member.schema}
            value={member.value}
            onChange={(changed) => onChange(setMember(object, member.name, changed ?? null))}
            path={pointerTo(path, member.name)}
            label={member.name === '' ? '(empty name)' : member.name}
            depth={depth + 1}
          />
          <div class="form-row-tools">
            <button
              type="button"
              aria-label={`Remove ${member.name} of ${label}`}
              onClick={() => {
                rows.remove(index);
                onChange(setMember(object, member.name, undefined));
              }}
            >
              ×
            </button>
          </div>
        </div>
      ))}
      {others.length > shown && (
        <button type="button" onClick={() => setShown(shown + shownAtFirst)}>
          Show more ({others.length - shown} hidden)
        </button>
      )}
      {entry !== undefined && (
        <button
          type="button"
          class="form-add"
          onClick={() => {
            rows.add();
            setShown(Math.max(shown, others.length + 1));
            onChange(setMember(object, newName(object, texts), starterValue(entry, document)));
          }}
        >
          Add entry{path === '' ? '' : ` to ${label}`}
        </button>
      )}
    </div>
  );
}

interface EntryRowsProps extends ControlProps {
  readonly members: Members;
}

interface EntryNameProps {
  readonly object: JsonObject;
  readonly member: Member;
  readonly label: string;
  onRename(name: string): void;
}

/** Field for an entry name. The name takes effect on blur, so that typing does not replace another entry. */
function EntryName({ object, member, label, onRename }: EntryNameProps) {
  const [draft, setDraft] = useState<string>();
  const isTaken = draft !== undefined && draft !== member.name && Object.hasOwn(object, draft);
  const finish = (): void => {
    if (draft === undefined || isTaken) return;
    setDraft(undefined);
    if (draft !== member.name) onRename(draft);
  };
  return (
    <label class="form-entry-name">
      Name
      <input
        type="text"
        aria-label={`Name of ${member.name} in ${label}`}
        aria-invalid={isTaken || undefined}
        value={draft ?? member.name}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Otherwise Enter would submit the surrounding form.
          event.preventDefault();
          finish();
        }}
      />
      {isTaken && (
        <span class="form-error" role="alert">
          This name is in use. Enter another name.
        </span>
      )}
    </label>
  );
}
