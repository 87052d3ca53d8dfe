/**
 * Tool settings that are passed unchanged from the definition to the runtime, with their JSON types. To add a setting,
 * add it here, to `core/format.json` and `features/apis/format.json` (API tools), and to the runtime's
 * `ToolDefinition`.
 */
export const toolSettings = {
  /** Timeout for a call, in milliseconds. Default: no limit. */
  timeoutMs: 'number',
  /** Strings are parsed where the input schema requires a number, an object or an array. Default: the server's setting. */
  coerce: 'boolean',
} as const;

/** Type of the settings of a tool. */
export type ToolSettings = { readonly [Key in keyof typeof toolSettings]?: SettingTypes[(typeof toolSettings)[Key]] };

interface SettingTypes {
  readonly number: number;
  readonly string: string;
  readonly boolean: boolean;
}
