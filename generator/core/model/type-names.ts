/** Returns the names of the generated types of a tool, prompt or resource template. */
export function nameTypes(stem: string) {
  return {
    handler: stem,
    input: `${stem}Input`,
    output: `${stem}Output`,
    result: `${stem}Result`,
    /** Response of an API, for `transform`. */
    value: `${stem}Value`,
    arguments: `${stem}Arguments`,
    variables: `${stem}Variables`,
    elicitations: `${stem}Questions`,
  };
}
