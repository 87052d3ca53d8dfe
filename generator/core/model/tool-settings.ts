/**
 * Settings of a tool that are passed from the definition to the runtime unchanged, with their JSON types. To add one, add it here, to
 * `core/format.json` and `features/apis/format.json` (API tools), and to `ToolDefinition` of the runtime.
 */
export const toolSettings = {
  /** Time limit of a call in milliseconds. Default: none. */
  timeoutMs: 'number',
  /** Strings are parsed where the input schema requires a number, an object or an array. Default: the server's setting. */
  coerce: 'boolean',
} as const;

/** Settings of a tool. */
export type ToolSettings = { readonly [Key in keyof typeof toolSettings]?: SettingTypes[(typeof toolSettings)[Key]] };

interface SettingTypes {
  readonly number: number;
  readonly string: string;
  readonly boolean: boolean;
}
