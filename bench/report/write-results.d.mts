export function writeResults(file: string, report: object): void;
