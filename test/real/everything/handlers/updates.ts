import type { ServerControl } from 'create-mcp-from-schema/runtime';

const everyMs = 5000;
const timers = new Map<string | undefined, NodeJS.Timeout>();
let server: ServerControl | undefined;

/** URIs of resources that clients know and may have subscribed to. */
export const knownUris = new Set<string>();

/** Remembers the server whose subscribers are notified. */
export function useServer(control: ServerControl): void {
  server = control;
}

/** Starts or stops to say every 5 seconds that all known resources have changed. Returns whether it was started. */
export function toggleUpdates(session: string | undefined): boolean {
  const timer = timers.get(session);
  clearInterval(timer);
  if (timers.delete(session)) return false;
  const update = (): void => {
    for (const uri of knownUris) server?.resources.updated(uri);
  };
  update();
  timers.set(session, setInterval(update, everyMs));
  return true;
}
