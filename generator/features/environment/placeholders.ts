/** Names of the environment variables in a text: `${NAME}`. */
export function namesInText(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Z][A-Z0-9_]{0,127})\}/gu)].map(([, name = '']) => name);
}

/** Fault of a text, and the way to correct it. */
export type TextProblem = readonly [message: string, help: string];

/** Finds a `$` that is no `${NAME}`. */
export function findPlaceholderProblem(text: string): TextProblem | undefined {
  const rest = namesInText(text).reduce((left, name) => left.replace(`\${${name}}`, ''), text);
  if (!rest.includes('$')) return undefined;
  return ['has a `$` that names no environment variable', 'Write `${NAME}`, in capital letters, digits and `_`.'];
}
