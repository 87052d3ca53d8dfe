/** Writes one line for the operator of the server, usually to standard error. */
export type Report = (line: string) => void;

/** Line breaks, and other control and format characters, which change how a terminal shows a line. Tabs are harmless. */
const hiddenCharacters = /([\r\n]\s*)|[^\P{C}\t]|[\u2028\u2029]/gu;

/**
 * A line for the operator: time, subject, kind and message. Subject and message may hold text of a client: line breaks become
 * spaces, other hidden characters are written as `\u{1b}`.
 */
export function formatReport(
  subject: string,
  message: string,
  kind: 'ERROR' | 'WARNING' | 'CANCELLED' = 'ERROR',
): string {
  return `[${new Date().toISOString()}] ${showText(subject)} | ${kind}: ${showText(message)}`;
}

function showText(text: string): string {
  return text.replaceAll(hiddenCharacters, (hidden, lineBreak?: string) =>
    lineBreak === undefined ? `\\u{${hidden.codePointAt(0)?.toString(16)}}` : ' ',
  );
}
