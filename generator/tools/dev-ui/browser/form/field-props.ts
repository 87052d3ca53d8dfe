import type { JsonObject } from '../../../../../runtime/wire/json.js';
import type { Schema } from './json-schema.js';

/** A value in a form. */
export interface FieldProps {
  readonly schema: Schema;
  /** `undefined` when the value is omitted. */
  readonly value: unknown;
  onChange(value: unknown): void;
  /** JSON Pointer of the value. */
  readonly path: string;
  /** Name for people. */
  readonly label: string;
  /** Number of values around this one. */
  readonly depth: number;
  /** Whether the value has to be there; absent for items and entries, which always are. */
  readonly isRequired?: boolean;
  /** Hides the label: the parts around the field show it. */
  readonly isBare?: boolean;
}

/** Attributes of the element that takes the focus of a field. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-label': string | undefined;
}

/** A control: its attributes, and the keywords of its schema. */
export interface ControlProps extends FieldProps {
  readonly attributes: ControlAttributes;
  readonly keywords: JsonObject;
}
