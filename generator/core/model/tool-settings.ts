/**
 * Plain values of a tool that go from the definition to the runtime unchanged, with their JSON types. To add one, add it here,
 * to `core/format.json` and `features/apis/format.json` (tools of an API), and to `ToolDefinition` of the runtime.
 */
export const toolSettings = {
  /** Milliseconds that a call may take; no limit when absent. */
  timeoutMs: 'number',
  /** Strings are parsed where the input schema wants a number, an object or an array; that of the server when absent. */
  coerce: 'boolean',
} as const;

/** The settings that a tool has. */
export type ToolSettings = { readonly [Key in keyof typeof toolSettings]?: SettingTypes[(typeof toolSettings)[Key]] };

interface SettingTypes {
  readonly number: number;
  readonly string: string;
  readonly boolean: boolean;
}
