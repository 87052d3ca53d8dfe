export function findVersionProblem(measured: string | undefined, current: string): string | undefined;
