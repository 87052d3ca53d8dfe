import type { ServerControl } from 'create-mcp-from-schema/runtime';

let control: ServerControl | undefined;

/** Stores the server control that `setup` received. */
export function keepControl(server: ServerControl): void {
  control = server;
}

/**
 * Returns the control that changes the server while it runs.
 *
 * @throws Error before `setup`
 */
export function currentControl(): ServerControl {
  if (control === undefined) throw new Error('The server has not been set up');
  return control;
}
