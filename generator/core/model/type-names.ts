/** Names of the types that are generated for a tool, prompt or resource template, by the stem of its names. */
export function nameTypes(stem: string) {
  return {
    handler: stem,
    input: `${stem}Input`,
    output: `${stem}Output`,
    result: `${stem}Result`,
    /** Value of an API, for `transform`. */
    value: `${stem}Value`,
    arguments: `${stem}Arguments`,
    variables: `${stem}Variables`,
    elicitations: `${stem}Questions`,
  };
}
