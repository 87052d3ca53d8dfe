/** Formats of other systems that each tool can be written in, besides being served. */
export const artifactKinds = ['mcp', 'tool'] as const;

/** `mcp`: BotServer's MCP format, `<tool>.mcp.json`. `tool`: OpenAI's function calling, `<tool>.tool.json`. */
export type ArtifactKind = (typeof artifactKinds)[number];
