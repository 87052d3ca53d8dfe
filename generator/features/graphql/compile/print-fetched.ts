import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql';

/** Returns introspection queries, best first. Older servers reject the fields of newer ones. */
export function introspectionQueries(): readonly string[] {
  const newer = { inputValueDeprecation: true, specifiedByUrl: true };
  return [
    getIntrospectionQuery({ ...newer, oneOf: true }),
    getIntrospectionQuery(newer),
    getIntrospectionQuery({ inputValueDeprecation: false }),
  ];
}

/**
 * Prints the result of an introspection query as a schema; `undefined` if it is invalid.
 * @param text JSON text.
 */
export function printFetched(text: string, endpoint: string): string | undefined {
  try {
    const { data } = JSON.parse(text) as { readonly data: IntrospectionQuery };
    const schema = printSchema(buildClientSchema(data));
    return `# Schema of ${endpoint.split('?', 1)[0]}. To fetch it again, run \`create-mcp-from-schema generate --introspect\`.\n\n${schema}\n`;
  } catch {
    return undefined;
  }
}
