import { digestAt, type Contract } from '../../../runtime/wire/contract.js';
import { sentFields } from '../../../runtime/wire/sent-fields.js';
import type { ReadEntry } from './read-descriptors.js';

/** Protocol version of the tool definitions that the registry stores. */
const protocolVersion = '2025-11-25';

/**
 * Prints each tool as the body of a request that creates an artifact of type `MCP_TOOL` in Apicurio Registry, one per
 * line. The version is that of the server; the digest is a label.
 *
 * @see https://github.com/Apicurio/apicurio-registry/blob/main/docs/modules/ROOT/pages/getting-started/assembly-mcp-tool-features.adoc
 *   (read in November 2026)
 */
export function printApicurio(contract: Contract, tools: readonly ReadEntry[]): string {
  const { name: server, version } = contract.server;
  return tools
    .map((tool) => {
      const descriptor = {
        fields: Object.fromEntries(tool.fields),
        legacyFields: Object.fromEntries(tool.legacyFields),
      };
      const fields = sentFields('tool', descriptor, protocolVersion);
      const content = `{${fields.map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`;
      const name = String(JSON.parse(tool.fields.get('name') ?? '""'));
      const digest = digestAt(contract.tools?.[name] ?? {}, protocolVersion);
      const body = {
        artifactId: name,
        artifactType: 'MCP_TOOL',
        firstVersion: {
          version,
          content: { contentType: 'application/json', content },
          labels: { server, ...(digest !== undefined && { digest }) },
        },
      };
      return `${JSON.stringify(body)}\n`;
    })
    .join('');
}
