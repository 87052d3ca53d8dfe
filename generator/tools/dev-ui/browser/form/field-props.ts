import type { JsonObject } from '../../../../../runtime/wire/json.js';
import type { Schema } from './json-schema.js';

/** A value in a form. */
export interface FieldProps {
  readonly schema: Schema;
  /** `undefined` if the value is omitted. */
  readonly value: unknown;
  onChange(value: unknown): void;
  /** JSON Pointer of the value. */
  readonly path: string;
  /** Display name. */
  readonly label: string;
  /** Nesting depth of the value. */
  readonly depth: number;
  /** Whether the value is required; absent for items and entries, which always exist. */
  readonly isRequired?: boolean;
  /** Hides the label, because the surrounding elements show it. */
  readonly isBare?: boolean;
}

/** Attributes of the focusable element of a field. */
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
