/** The environment of the process; empty on platforms that have none. */
export function readProcessEnvironment() {
    return globalThis.process?.env ?? {};
}
/** The value of an environment variable without white space around it; `undefined` when nothing is left. */
export function readVariable(environment, name) {
    return environment[name]?.trim() || undefined;
}
