import type { ServerDefinition } from '../../core/api/definition.js';

/** Tells a user at a terminal that the server waits for messages from a client. */
export function greet({ definition: { server } }: { readonly definition: ServerDefinition }): void {
  process.stderr.write(
    `${server.name} ${server.version} reads MCP messages from stdin: a client starts this program. ` +
      'For a client with a URL: --http. More: --help. Ctrl+C ends it.\n',
  );
}
