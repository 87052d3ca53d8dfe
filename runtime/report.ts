/** Takes one line for the operator of the server: standard error, usually. */
export type Report = (line: string) => void;

/** A line about something that went wrong: when, where, what. Line ends in the message are gone. */
export function formatReport(subject: string, message: string): string {
  return `[${new Date().toISOString()}] ${subject} | ERROR: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
