import type { ServerDefinition } from '../../core/api/definition.js';

/** Tells a user at a terminal that the server is waiting for messages from a client. */
export function greet({ definition: { server } }: { readonly definition: ServerDefinition }): void {
  process.stderr.write(
    `${server.name} ${server.version} reads MCP messages from stdin and is meant to be started by a client. ` +
      'To serve clients by URL, use --http. For more options, use --help. Press Ctrl+C to stop.\n',
  );
}
