import type { JsonObject } from '../../core/model/json.js';

/** JSON Schema type of an environment variable. */
export type VariableType = 'string' | 'integer' | 'number' | 'boolean';

/** Environment variable that the definition declares under `server.environment`. */
export interface DeclaredVariable {
  readonly name: string;
  /** Label in the forms of clients. */
  readonly title?: string;
  readonly description: string;
  readonly type: VariableType;
  /** Default: `true`, unless the variable has a default or the definition implies it. */
  readonly isRequired?: boolean;
  readonly isSecret?: true;
  readonly defaultValue?: string | number | boolean;
  /** Further keywords of JSON Schema, such as `enum`, `format` and `minimum`; empty for none. */
  readonly rules: JsonObject;
  /** File and line of the declaration: `definitions/shop.mcp.yaml:7`. */
  readonly place: string;
}

/** Kind of value that the form of a client asks for. */
export type SettingType = 'string' | 'number' | 'boolean' | 'file' | 'directory';

/** Kind of value that the form of a client asks for a variable. */
export function settingTypeOf({ type, rules }: DeclaredVariable): SettingType {
  if (type !== 'string') return type === 'boolean' ? 'boolean' : 'number';
  const format = rules.get('format');
  return format === 'file' || format === 'directory' ? format : 'string';
}
