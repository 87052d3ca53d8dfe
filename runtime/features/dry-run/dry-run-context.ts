/** Members of the context of tools with dry runs. */
export interface DryRunContext {
  /**
   * Whether the call must change nothing: true in the function `dryRun` of a handler's module, and false in the handler.
   * SQL tools and API calls that get this context follow it.
   */
  readonly isDryRun: boolean;
}

/** Handler of a tool with dry runs, and its function `dryRun`. */
export type DryRunHandler<Handler extends (input: never, context: never) => unknown> = (
  input: Parameters<Handler>[0],
  context: Parameters<Handler>[1] & DryRunContext,
) => ReturnType<Handler>;
