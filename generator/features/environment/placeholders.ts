/** Returns the names of the environment variables in a string with `${NAME}` placeholders. */
export function namesInText(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Z][A-Z0-9_]{0,127})\}/gu)].map(([, name = '']) => name);
}

/** Problem of a string, with a fix. */
export type TextProblem = readonly [message: string, help: string];

/** Finds a `$` that does not start a `${NAME}`. */
export function findPlaceholderProblem(text: string): TextProblem | undefined {
  const rest = namesInText(text).reduce((left, name) => left.replace(`\${${name}}`, ''), text);
  if (!rest.includes('$')) return undefined;
  return ['has a `$` that names no environment variable', 'Write `${NAME}`, in capital letters, digits and `_`.'];
}
