/** What a change means for those who call the server. */
export type ClientSeverity = 'breaking' | 'may-break' | 'compatible' | 'documentation';

/** What a change means for the handlers that were written for the old definition. */
export type HandlerSeverity = 'breaking' | 'may-break' | 'compatible';

/** All severities for clients, the worst first. */
export const clientSeverities: readonly ClientSeverity[] = ['breaking', 'may-break', 'compatible', 'documentation'];

/** All severities for handlers, the worst first. */
export const handlerSeverities: readonly HandlerSeverity[] = ['breaking', 'may-break', 'compatible'];

/** Whether something is so: for sure, perhaps, or provably not. */
export type Certainty = 'yes' | 'maybe' | 'no';

/** What it means that something goes wrong with such a certainty. */
export function severityOf(certainty: Certainty): HandlerSeverity {
  return certainty === 'yes' ? 'breaking' : certainty === 'maybe' ? 'may-break' : 'compatible';
}
