import type { ToggleSimulatedLogging } from '../../generated/handlers.ts';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
const sessions = new Set<string | undefined>();

export const toggleSimulatedLogging: ToggleSimulatedLogging = (_input, { http, log }) => {
  const session = http?.header('mcp-session-id');
  if (sessions.delete(session)) return `Stopped simulated logging for session ${session}`;
  sessions.add(session);
  const level = levels[Math.floor(Math.random() * levels.length)] ?? 'debug';
  log[level](`${level[0]?.toUpperCase()}${level.slice(1)}-level message`);
  return `Started simulated, random-leveled logging for session ${session} at a 5 second pace. Client's selected logging level will be respected. If an interval elapses and the message to be sent is below the selected level, it will not be sent. Thus at higher chosen logging levels, messages should arrive further apart. `;
};
