/** Returns the names of the environment variables in a string with `${NAME}` placeholders. */
export function namesInText(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Z][A-Z0-9_]{0,127})\}/gu)].map(([, name = '']) => name);
}

/** Problem in a string, with a fix. */
export type TextProblem = readonly [message: string, help: string];

/** Finds a `$` that does not start a `${NAME}`. */
export function findPlaceholderProblem(text: string): TextProblem | undefined {
  const rest = namesInText(text).reduce((left, name) => left.replace(`\${${name}}`, ''), text);
  if (!rest.includes('$')) return undefined;
  return [
    'contains a `$` that is not part of an environment variable reference',
    'Write `${NAME}`, in capital letters, digits and `_`.',
  ];
}
