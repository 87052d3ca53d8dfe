/** Results as a Markdown table, with a column per server. */
export function printTable(results: { readonly subjects: Readonly<Record<string, object>> }): string;
