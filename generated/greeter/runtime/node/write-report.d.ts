/** Tells the operator something, on standard error. */
export declare function writeReport(line: string): void;
