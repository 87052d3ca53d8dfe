import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { chooseField, labelOf, type Control } from './choose-field.js';
import { BooleanField } from './boolean-field.js';
import { ChoiceField } from './choice-field.js';
import { FieldHead } from './field-head.js';
import type { ControlAttributes, ControlProps, FieldProps } from './field-props.js';
import { FileField } from './file-field.js';
import { idOf, useForm } from './form-context.js';
import { JsonField } from './json-field.js';
import { ListField } from './list-field.js';
import { NumberField } from './number-field.js';
import { ObjectField } from './object-field.js';
import { Offers } from './offers.js';
import { TextField } from './text-field.js';
import { UnionField } from './union-field.js';

/** Field of a value: label, help text, control, suggested values and errors. The schema determines the control. */
export function Field(props: FieldProps) {
  const { document, prefix, messages } = useForm();
  const { schema, value, path, depth, isRequired, isBare, label } = props;
  const [preferred, prefer] = useState<number>();
  const { control, keywords } = chooseField(schema, value, document, { depth, preferred });
  // The errors of a bare field are shown by the surrounding union, or by the summary if the field is the root.
  const errors = isBare ? [] : (messages.get(path) ?? []);
  const part = (name: string) => idOf(prefix, path, `-${depth}-${name}`);
  const title = labelOf(keywords, label);
  const help = typeof keywords['description'] === 'string' && keywords['description'].trim() !== '';
  const described = [help && part('help'), errors.length > 0 && part('error')];
  const isGroup = control.kind === 'object' || control.kind === 'list';
  const attributes: ControlAttributes = {
    id: part('control'),
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': errors.length > 0 || undefined,
    'aria-required': isRequired || undefined,
    'aria-label': isBare ? title : undefined,
  };
  const inner: ControlProps = { ...props, attributes, keywords, label: title };
  const body = (
    <>
      {help && (
        <p class="form-help" id={part('help')}>
          {String(keywords['description'])}
        </p>
      )}
      <ControlOf {...inner} control={control} prefer={prefer} />
      <Offers {...inner} kind={control.kind} />
      {errors.length > 0 && (
        <div class="form-error" id={part('error')}>
          {errors.map((message) => (
            <p>{message}</p>
          ))}
        </div>
      )}
    </>
  );
  return (
    <div class={`form-field form-${control.kind}`} data-path={path}>
      {!isBare && <FieldHead {...inner} kind={control.kind} isGroup={isGroup} />}
      <Group isGroup={isGroup && path !== ''} label={title} attributes={attributes}>
        {body}
      </Group>
    </div>
  );
}

interface GroupProps {
  readonly isGroup: boolean;
  readonly label: string;
  readonly attributes: ControlAttributes;
  readonly children: ComponentChildren;
}

/** Makes a group focusable if its own value has an error. */
function Group({ isGroup, label, attributes, children }: GroupProps) {
  if (!isGroup) return <>{children}</>;
  const { id, 'aria-describedby': describedBy } = attributes;
  return (
    <div
      class="form-group"
      role="group"
      id={id}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      data-invalid={attributes['aria-invalid']}
    >
      {children}
    </div>
  );
}

interface ControlOfProps extends ControlProps {
  readonly control: Control;
  prefer(branch: number | undefined): void;
}

function ControlOf({ control, prefer, ...props }: ControlOfProps) {
  switch (control.kind) {
    case 'union':
      return <UnionField {...props} control={control} prefer={prefer} />;
    case 'choice':
      return <ChoiceField {...props} control={control} />;
    case 'boolean':
      return <BooleanField {...props} />;
    case 'text':
      return <TextField {...props} control={control} />;
    case 'number':
      return <NumberField {...props} text={control.text} />;
    case 'file':
      return <FileField {...props} base64={control.base64} />;
    case 'object':
      return <ObjectField {...props} members={control.members} />;
    case 'list':
      return <ListField {...props} items={control.items} />;
    case 'json':
      return <JsonField {...props} text={control.text} />;
    default:
      return <p class="form-note">No value is valid here.</p>;
  }
}
