import { useEffect, useState } from 'preact/hooks';
import type { Control, TextInput } from './choose-field.js';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';

const completionDelayMs = 150;
const shownSuggestions = 100;

/** Field of a text: one line or several, a date, an address, a secret. */
export function TextField(props: ControlProps & { readonly control: Control & { readonly kind: 'text' } }) {
  const { attributes, control, onChange, value, isRequired } = props;
  const suggestions = useSuggestions(props.path, control.text ?? '');
  // A field that becomes longer while it is typed in stays what it is: another element would lose the focus.
  const [input, setInput] = useState(control.input);
  const isBroken = /[\n\r]/u.test(control.text ?? '') && input !== 'multiline';
  if (isBroken) setInput('multiline');
  const shared = {
    ...attributes,
    value: control.text ?? '',
    placeholder: value === undefined && isRequired === false ? 'left out' : undefined,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  const listId = suggestions.length > 0 ? `${attributes.id}-list` : undefined;
  return (
    <>
      {input === 'multiline' || isBroken ? (
        <textarea {...shared} rows={Math.min(12, Math.max(3, (control.text ?? '').split('\n').length))} />
      ) : input === 'date' ? (
        <input {...shared} type="date" />
      ) : input === 'password' ? (
        <input {...shared} type="password" autocomplete="off" />
      ) : (
        <input {...shared} type="text" inputMode={keyboards[input] ?? 'text'} autocomplete="off" list={listId} />
      )}
      {listId !== undefined && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option value={each} />
          ))}
        </datalist>
      )}
      {value === '' && <p class="form-note">An empty text is sent.</p>}
    </>
  );
}

/** How a keyboard on a screen looks. Inputs of the types `email` and `url` would drop spaces of the value. */
const keyboards: { readonly [input in TextInput]?: 'email' | 'url' } = { email: 'email', url: 'url' };

/** Values that the server suggests for a top-level argument. The last request counts. */
function useSuggestions(path: string, text: string): readonly string[] {
  const { complete } = useForm();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const isTopLevel = /^\/[^/]+$/u.test(path);
  useEffect(() => {
    if (complete === undefined || !isTopLevel) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const argument = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
      complete(argument, text).then(
        (values) => {
          if (isCurrent) setSuggestions(values.slice(0, shownSuggestions));
        },
        () => {
          if (isCurrent) setSuggestions([]);
        },
      );
    }, completionDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [complete, isTopLevel, path, text]);
  return suggestions;
}
