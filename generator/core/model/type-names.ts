/** Returns the names of the types generated for a tool, prompt or resource template. */
export function nameTypes(stem: string) {
  return {
    handler: stem,
    input: `${stem}Input`,
    supplied: `${stem}Supplied`,
    output: `${stem}Output`,
    result: `${stem}Result`,
    /** Type of the API response that `transform` receives. */
    value: `${stem}Value`,
    arguments: `${stem}Arguments`,
    variables: `${stem}Variables`,
    elicitations: `${stem}Questions`,
    errors: `${stem}Errors`,
  };
}
