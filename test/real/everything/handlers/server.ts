import type { ServerControl } from 'create-mcp-from-schema/runtime';

/** Tells clients of changes. */
export let server: ServerControl;

export function setup(control: ServerControl): void {
  server = control;
}
