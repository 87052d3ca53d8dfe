/** A line about something that went wrong: when, where, what. Line ends in the message are gone. */
export function formatReport(subject, message) {
    return `[${new Date().toISOString()}] ${subject} | ERROR: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
