import { isDirty, Violation } from '../invariants.js';

const reports: string[] = [];

/** From now on nothing is written to stderr; what would have been is kept for {@link checkReports}. */
export function watchReports(): void {
  process.stderr.write = (text) => reports.push(String(text)) > 0;
}

/** One line, and those of a stack and its causes, which are indented. */
const cleanReport = /^[^\n]*\n(?: {2,}[^\n]*\n)*$/u;

/** @throws Violation when a line that was meant for the operator since the last call could forge another one. */
export function checkReports(): void {
  const found = reports.find((report) => isDirty(report) || !cleanReport.test(report));
  reports.length = 0;
  if (found !== undefined) throw new Violation('clean reports', JSON.stringify(found));
}
