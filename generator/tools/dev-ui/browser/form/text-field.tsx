import { useEffect, useState } from 'preact/hooks';
import type { Control, TextInput } from './choose-field.js';
import { ColorField } from './color-field.js';
import { DateTimeField } from './date-time-field.js';
import { describeDefault } from './describe-unset.js';
import type { ControlProps } from './field-props.js';
import { useForm } from './form-context.js';

const completionDelayMs = 150;
const shownSuggestions = 100;

/** Input types that look empty if their text has a different format. */
const strictInputs: ReadonlySet<TextInput> = new Set(['date', 'date-time']);

/** String field: one line, several lines, date, color, URL or secret. An optional string that is emptied has no value. */
export function TextField(props: TextFieldProps) {
  const { attributes, control, onChange, value, isRequired, keywords, label } = props;
  const text = control.text ?? '';
  const suggestions = useSuggestions(props.path, text);
  // The element stays the same while the user types longer text, because a new element would lose the focus.
  const [input, setInput] = useState(control.input);
  const isBroken = /[\n\r]/u.test(text) && input !== 'multiline';
  if (isBroken) setInput('multiline');
  else if (strictInputs.has(input) && input !== control.input) setInput(control.input);
  const change = (next: string): void => onChange(next === '' && isRequired === false ? undefined : next);
  const placeholder = describeDefault(keywords);
  const shared = {
    ...attributes,
    value: text,
    placeholder,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => change(currentTarget.value),
  };
  const listId = suggestions.length > 0 ? `${attributes.id}-list` : undefined;
  return (
    <>
      {input === 'multiline' || isBroken ? (
        <textarea {...shared} rows={Math.min(12, Math.max(3, text.split('\n').length))} />
      ) : input === 'date' ? (
        <input {...shared} type="date" />
      ) : input === 'date-time' ? (
        <DateTimeField attributes={attributes} text={text} onChange={change} />
      ) : input === 'color' ? (
        <ColorField {...{ attributes, label, text, placeholder }} onChange={change} />
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
      {value === '' && <p class="form-note">Sends an empty string.</p>}
    </>
  );
}

interface TextFieldProps extends ControlProps {
  readonly control: Control & { readonly kind: 'text' };
}

/** Layout of on-screen keyboards. Inputs of type `email` and `url` would trim the value. */
const keyboards: { readonly [input in TextInput]?: 'email' | 'url' } = { email: 'email', url: 'url' };

/** Values that the server suggests for a top-level argument. Only the last request counts. */
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
