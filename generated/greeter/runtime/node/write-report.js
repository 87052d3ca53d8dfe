/** Tells the operator something, on standard error. */
export function writeReport(line) {
    process.stderr.write(`${line}\n`);
}
