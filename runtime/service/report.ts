/** Writes one line for the operator of the server, usually to standard error. */
export type Report = (line: string) => void;

/** Characters that are not visible, or change how a terminal shows the rest of the line. Tabs are harmless. */
const hiddenCharacters = /(?!\t)[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * A line for the operator: time, subject, kind and message. Subject and message may hold text of a client: line breaks become
 * spaces, other hidden characters are written as `\u001b`.
 */
export function formatReport(
  subject: string,
  message: string,
  kind: 'ERROR' | 'WARNING' | 'CANCELLED' = 'ERROR',
): string {
  return `[${new Date().toISOString()}] ${showText(subject)} | ${kind}: ${showText(message)}`;
}

function showText(text: string): string {
  const lines = text.split(/[\r\n]+/u).map((line) => line.trim());
  const line = lines.filter((each) => each !== '').join(' ');
  return line.replaceAll(hiddenCharacters, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
