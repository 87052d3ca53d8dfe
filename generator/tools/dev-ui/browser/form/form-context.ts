import { createContext, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import type { FieldProps } from './field-props.js';
import type { SchemaDocument } from './schema-document.js';

/** Data that all fields of a form share. */
export interface FormContext {
  /** Field component that controls use to render the parts of a value. */
  readonly Field: ComponentType<FieldProps>;
  readonly document: SchemaDocument;
  /** Prefix of the IDs of the form's elements. */
  readonly prefix: string;
  /** Messages by the JSON Pointer of the value. */
  readonly messages: ReadonlyMap<string, readonly string[]>;
  /** Suggests values of a top-level argument. */
  readonly complete?: ((argument: string, value: string) => Promise<readonly string[]>) | undefined;
}

/** The context that the fields of a form read. */
export const formContext = createContext<FormContext | undefined>(undefined);

/** Reads the context of the form around a field. */
export function useForm(): FormContext {
  const context = useContext(formContext);
  if (context === undefined) throw new Error('There is no form around this field.');
  return context;
}

/** Returns an element ID for a field. It contains no spaces, because spaces separate ID references. */
export function idOf(prefix: string, path: string, part: string): string {
  return `${prefix}${encodeURIComponent(path)}${part}`;
}
