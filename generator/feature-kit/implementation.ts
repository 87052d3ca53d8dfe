import type { Line } from './pages/document.js';

/** How a tool is implemented, for reports. */
export interface Implementation {
  /** Key of the definition, such as `sql`, or `handler`. */
  readonly kind: string;
  /** One sentence without a final period. Contains nothing that only developers may know. */
  readonly summary: Line;
  /** Code that runs, such as SQL statements as written. For developers only. */
  readonly code?: readonly string[];
  /** Whether the tool itself declares it in the definition. Only then, documentation for clients has the summary. */
  readonly isDeclared?: true;
}
