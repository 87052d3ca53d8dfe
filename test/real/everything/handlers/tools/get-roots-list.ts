import type { GetRootsList } from '../../generated/handlers.ts';

export const getRootsList: GetRootsList = async (_input, context) => {
  const roots = await context.roots();
  if (roots.length === 0) {
    return `The client supports roots but no roots are currently configured.

This could mean:
1. The client hasn't provided any roots yet
2. The client provided an empty roots list
3. The roots configuration is still being loaded`;
  }
  const list = roots.map(({ name, uri }, index) => `${index + 1}. ${name || 'Unnamed Root'}\n   URI: ${uri}`);
  return `Current MCP Roots (${roots.length} total):

${list.join('\n\n')}

Note: This server demonstrates the roots protocol capability but doesn't actually access files. The roots are provided by the MCP client and can be used by servers that need file system access.`;
};
