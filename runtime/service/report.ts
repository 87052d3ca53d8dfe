/** Takes one line for the operator of the server: standard error, usually. */
export type Report = (line: string) => void;

/** A line about something that happened, mostly an error: when, where, what. Line ends in the message are gone. */
export function formatReport(
  subject: string,
  message: string,
  kind: 'ERROR' | 'WARNING' | 'CANCELLED' = 'ERROR',
): string {
  return `[${new Date().toISOString()}] ${subject} | ${kind}: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
