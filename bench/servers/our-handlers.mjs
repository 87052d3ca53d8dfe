/**
 * Returns the handwritten files of a project with these tools, by path.
 *
 * @param {number} count Number of tools.
 * @returns {Record<string, string>}
 */
export function describeHandlers(count) {
  return {
    'handlers/server.ts': server,
    'handlers/tools/echo.ts': echo,
    'handlers/tools/add.ts': add,
    ...(count > 9 && { 'handlers/tools/tool-7.ts': tool7 }),
  };
}

const server = `import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

export const options: StartOptions = { http: { sessions: false } };
`;

const echo = `import type { Echo } from '../../generated/handlers.ts';

export const echo: Echo = ({ text }) => text;
`;

const add = `import type { Add, AddResult } from '../../generated/handlers.ts';

export const add: Add = ({ a, b }): AddResult => ({ sum: a + b });
`;

const tool7 = `import type { Tool7 } from '../../generated/handlers.ts';

export const tool7: Tool7 = (input) => \`\${input.name} travels \${input.class}.\`;
`;
