/** Tells the operator something, on standard error. */
export function writeReport(line: string): void {
  process.stderr.write(`${line}\n`);
}
