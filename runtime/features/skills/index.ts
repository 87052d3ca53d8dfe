/**
 * Public entry `create-mcp-from-schema/runtime/skills`: serves the skills of a server. Imported by `generated/skills.ts`.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx
 */
export { skillServer } from './skill-server.js';
