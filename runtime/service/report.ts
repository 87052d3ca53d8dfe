/** Writes one line for the operator of the server, usually to standard error. */
export type Report = (line: string) => void;

/** A line for the operator: time, subject, kind, and the message without line breaks. */
export function formatReport(
  subject: string,
  message: string,
  kind: 'ERROR' | 'WARNING' | 'CANCELLED' = 'ERROR',
): string {
  return `[${new Date().toISOString()}] ${subject} | ${kind}: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
