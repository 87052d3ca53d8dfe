import type { ToggleSubscriberUpdates } from '../../generated/handlers.ts';
import { toggleUpdates } from '../updates.ts';

export const toggleSubscriberUpdates: ToggleSubscriberUpdates = (_input, { http }) => {
  const session = http?.header('mcp-session-id');
  return toggleUpdates(session)
    ? `Started simulated resource updated notifications for session ${session} at a 5 second pace. Client will receive updates for any resources the it is subscribed to.`
    : `Stopped simulated resource updates for session ${session}`;
};
