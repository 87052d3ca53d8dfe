import type { JsonObject } from '../../core/model/json.js';

/** JSON Schema type of an environment variable. */
export type VariableType = 'string' | 'integer' | 'number' | 'boolean';

/** Environment variable that the definition declares under `server.environment`. */
export interface DeclaredVariable {
  readonly name: string;
  /** Label in client forms. */
  readonly title?: string;
  readonly description: string;
  readonly type: VariableType;
  /** Default: `true`, unless the variable has a default or the definition implies it. */
  readonly isRequired?: boolean;
  readonly isSecret?: true;
  readonly defaultValue?: string | number | boolean;
  /** Additional JSON Schema keywords, such as `enum`, `format` and `minimum`; empty if there are none. */
  readonly rules: JsonObject;
  /** File and line of the declaration, such as `definitions/shop.mcp.yaml:7`. */
  readonly place: string;
}

/** Kind of value that a client form requests. */
export type SettingType = 'string' | 'number' | 'boolean' | 'file' | 'directory';

/** Returns the kind of value that a client form requests for a variable. */
export function settingTypeOf({ type, rules }: DeclaredVariable): SettingType {
  if (type !== 'string') return type === 'boolean' ? 'boolean' : 'number';
  const format = rules.get('format');
  return format === 'file' || format === 'directory' ? format : 'string';
}
