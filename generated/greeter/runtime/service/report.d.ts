/** Takes one line for the operator of the server: standard error, usually. */
export type Report = (line: string) => void;
/** A line about something that happened, mostly an error: when, where, what. Line ends in the message are gone. */
export declare function formatReport(subject: string, message: string, kind?: 'ERROR' | 'WARNING' | 'CANCELLED'): string;
