/** Records the trace of a call and draws its spans as a tree. */
export function drawTrace(): Promise<string>;
/** The tree that the text of operations.md has. */
export function readDrawing(page: string): string;
