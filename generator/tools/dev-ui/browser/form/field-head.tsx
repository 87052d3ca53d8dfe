import { useRef } from 'preact/hooks';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';
import { starterValue } from './starter-value.js';

/**
 * Label of a field, with a mark if the value is optional. If the control cannot be emptied, a button adds or removes the value;
 * the next click restores a removed value.
 */
export function FieldHead(props: ControlProps & { readonly kind: string; readonly isGroup: boolean }) {
  const { document } = useForm();
  const { label, path, isRequired, value, onChange, schema, attributes, isGroup, kind, keywords } = props;
  const last = useRef<unknown>(undefined);
  if (value !== undefined) last.current = value;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const canAdd = value === undefined && (kind === 'object' || kind === 'list');
  const canRemove = value !== undefined && isRequired === false && (isGroup || kind === 'file');
  return (
    <div class="form-head">
      {isGroup ? <span class="form-label">{label}</span> : <label for={attributes.id}>{label}</label>}
      {isRequired !== undefined && !isSameName(label, key) && <code>{key}</code>}
      {keywords['deprecated'] === true && <span class="form-mark">deprecated</span>}
      {isRequired === false && <span class="form-mark">optional</span>}
      {(canAdd || canRemove) && isRequired !== undefined && (
        <button
          type="button"
          aria-label={`${canAdd ? 'Add' : 'Remove'} ${label}`}
          onClick={() => onChange(canAdd ? (last.current ?? starterValue(schema, document)) : undefined)}
        >
          {canAdd ? 'Add' : 'Remove'}
        </button>
      )}
    </div>
  );
}

/** Returns whether a label equals its property name except for case and separators, such as `First name` for `first_name`. */
function isSameName(label: string, key: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/gu, '');
  return plain(label) === plain(key);
}
