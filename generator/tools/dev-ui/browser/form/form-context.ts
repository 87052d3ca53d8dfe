import { createContext, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import type { FieldProps } from './field-props.js';
import type { SchemaDocument } from './schema-document.js';

/** Parts that all fields of a form share. */
export interface FormContext {
  /** Field of a value; controls show the parts of a value with it. */
  readonly Field: ComponentType<FieldProps>;
  readonly document: SchemaDocument;
  /** Start of the ids of the form's elements. */
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

/** Id of an element of a field: references to ids are separated by spaces, so that none may be in it. */
export function idOf(prefix: string, path: string, part: string): string {
  return `${prefix}${encodeURIComponent(path)}${part}`;
}
