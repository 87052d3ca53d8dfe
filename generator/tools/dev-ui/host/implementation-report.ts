/** How a tool is implemented, for its developer. */
export interface ImplementationReport {
  /** One sentence without a final period; code is in backticks. */
  readonly summary: string;
  /** SQL statements or requests; empty for handlers. */
  readonly code: readonly string[];
}
