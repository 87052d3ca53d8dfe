import { server } from './server.ts';

const everyMs = 5000;
const timers = new Map<string | undefined, NodeJS.Timeout>();
/** URIs of resources that clients know and may have subscribed to. */
export const knownUris = new Set<string>();

/** Starts or stops to say every 5 seconds that all known resources have changed. Returns whether it was started. */
export function toggleUpdates(session: string | undefined): boolean {
  const timer = timers.get(session);
  clearInterval(timer);
  if (timers.delete(session)) return false;
  const update = (): void => {
    for (const uri of knownUris) server.resources.updated(uri);
  };
  update();
  timers.set(session, setInterval(update, everyMs));
  return true;
}
