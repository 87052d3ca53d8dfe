export function findVersionFault(measured: string | undefined, current: string): string | undefined;
