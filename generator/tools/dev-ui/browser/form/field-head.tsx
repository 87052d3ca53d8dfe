import { useRef } from 'preact/hooks';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';
import { starterValue } from './starter-value.js';

/** Label of a field; for optional values with a switch that leaves them out. The switch remembers the last value. */
export function FieldHead(props: ControlProps & { readonly isGroup: boolean }) {
  const { document } = useForm();
  const { label, path, isRequired, value, onChange, schema, attributes, isGroup, keywords } = props;
  const last = useRef<unknown>(undefined);
  if (value !== undefined) last.current = value;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const own = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const toggle = (isSent: boolean): void => {
    onChange(isSent ? (last.current ?? starterValue(schema, document)) : undefined);
  };
  return (
    <div class="form-head">
      {isGroup ? <span class="form-label">{label}</span> : <label for={attributes.id}>{label}</label>}
      {label !== own && isRequired !== undefined && <code>{own}</code>}
      {keywords['deprecated'] === true && <span class="form-mark">deprecated</span>}
      {isRequired === true && <span class="form-mark">required</span>}
      {isRequired === false && (
        <label class="form-send">
          <input
            type="checkbox"
            aria-label={`Send ${label}`}
            checked={value !== undefined}
            onChange={({ currentTarget }) => toggle(currentTarget.checked)}
          />
          send
        </label>
      )}
      {isRequired === true && isGroup && value === undefined && (
        <button type="button" aria-label={`Fill ${label}`} onClick={() => toggle(true)}>
          Fill
        </button>
      )}
    </div>
  );
}
