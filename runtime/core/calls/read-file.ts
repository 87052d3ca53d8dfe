import { parseFileUri } from '../../wire/file-uri.js';
import { isJsonObject } from '../../wire/json.js';
import { NotFoundError } from '../api/errors.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { encodeContents } from '../results/encode-content.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import { loadTools } from '../service/load-tools.js';
import { openJob } from '../service/open-parts.js';
import type { Service } from '../service/service.js';
import type { Tool } from '../service/tool.js';
import type { CallContext } from './call-context.js';
import { callFound } from './call-tool.js';
import { refuseScopes } from './refuse-scopes.js';

/** Cache hints of files: their contents belong to the caller. */
const cache: CacheHints = { ttlMs: 0, scope: 'private' };

/**
 * Reads a file that a tool call returned a link to. The tool is called again, with all checks of a call. Its handler
 * returns the bytes, and refuses to do more than read a file.
 *
 * @throws NotFoundError for a URI without a tool that reads files; ProtocolError with the error of the tool.
 * @see docs/decisions/0051-a-large-file-is-a-call-in-a-uri.md
 */
export async function readFile(service: Service, uri: string, context: CallContext): Promise<ResultBody> {
  const target = parseFileUri(uri);
  const tool = target && (await findTool(service, target.tool, context));
  if (target === undefined || tool === undefined || context.isClosed) throw new NotFoundError();
  context.fileRead = { range: target.range };
  const { members } = await callFound(service, tool, target.input, context);
  const { content, isError } = JSON.parse(`{${asText(members)}}`) as {
    readonly content: readonly { readonly text?: string; readonly resource?: unknown; readonly _meta?: unknown }[];
    readonly isError?: boolean;
  };
  const [block] = content;
  if (isError === true) throw new ProtocolError(-32603, block?.text ?? 'Resource read failed');
  if (!isJsonObject(block?.resource)) throw new NotFoundError();
  const contents = encodeContents(
    { ...block.resource, uri, _meta: block._meta },
    'contents[0]',
    context.protocolVersion,
  );
  return { members: `"contents":[${contents}]`, cache };
}

function asText(members: string | Uint8Array): string {
  return typeof members === 'string' ? members : new TextDecoder().decode(members);
}

/** Finds a listed tool of an API, or an operation that a tool of discover mode calls. */
async function findTool(service: Service, name: string, { auth }: CallContext): Promise<Tool | undefined> {
  const { enabled } = service;
  const tools = service.state.tools ?? (await loadTools(service));
  const listed = enabled.has('tools', name) ? tools.get(name) : undefined;
  if (listed !== undefined) return listed.definition.api === undefined ? undefined : listed;
  for (const [caller, { definition }] of tools) {
    const { discovery } = definition;
    if (discovery?.does !== 'call' || !enabled.has('tools', caller)) continue;
    const jobs = await openJob(service, discovery.does);
    const tool = await jobs.findTool?.(definition, name);
    if (tool === undefined) continue;
    const lacking = service.access?.findLacking([{ list: 'tools', name: caller }], auth);
    if (lacking !== undefined) refuseScopes('resources/read', lacking);
    return tool;
  }
  return undefined;
}
