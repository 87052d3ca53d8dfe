export function inspectTools(tools: readonly object[]): readonly string[];
