/** A line about something that happened, mostly an error: when, where, what. Line ends in the message are gone. */
export function formatReport(subject, message, kind = 'ERROR') {
    return `[${new Date().toISOString()}] ${subject} | ${kind}: ${message.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
