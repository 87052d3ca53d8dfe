export function judgeSql(results: { readonly steps: object }): { readonly isMet?: boolean; readonly text: string }[];
