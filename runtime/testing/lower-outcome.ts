import type { RequestedSchema } from '../api/handler-context.js';
import { lowerSchema } from '../interaction/flat-schema.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { lowerBlock, lowerContents } from '../results/encode-content.js';
import type { ContentBlock } from '../api/builders.js';
import type { Revision } from '../protocol/revisions.js';
import type { ComparedTool } from './compared-tool.js';
import type { EraRun, Outcome, SeenQuestion } from './era-run.js';
import { lowerStructured } from './lower-structured.js';

/** The refusal of a client that cannot be asked, or has no tasks where there is no way without, in any revision. */
const refused = { refused: 'The client lacks what it takes' };

/** A result without what the modern era puts around it. */
export function stripEnvelope({
  resultType: _type,
  ttlMs: _ttl,
  cacheScope: _scope,
  _meta,
  ...rest
}: JsonObject): JsonObject {
  const { 'io.modelcontextprotocol/serverInfo': _server, ...own } = isJsonObject(_meta) ? _meta : {};
  return Object.keys(own).length === 0 ? rest : { ...rest, _meta: own };
}

/**
 * What an outcome says in the words of a revision that is not newer than its own.
 *
 * @param tool What was called, if it was a tool.
 */
export function lowerOutcome({ outcome, revision }: EraRun, to: Revision, tool: ComparedTool | undefined): JsonObject {
  if (isRefusal(outcome)) return refused;
  if ('result' in outcome) return { result: lowerResult(lowerStructured(outcome.result, revision, to, tool), to) };
  if (!('error' in outcome)) return { ...outcome };
  const { code, message, data } = outcome.error;
  const common = commonCode(code);
  return { error: { code: common, message, ...(common === -32603 ? {} : { data }) } };
}

/** What a question says in the words of a revision that is not newer than its own. */
export function lowerQuestion({ params, requestedSchema }: SeenQuestion, to: Revision): JsonObject {
  const { elicitationId: _id, ...rest } = params;
  if (requestedSchema === undefined) return rest;
  return { ...rest, requestedSchema: lowerSchema(requestedSchema as unknown as RequestedSchema, to) };
}

function isRefusal(outcome: Outcome): boolean {
  if ('error' in outcome) {
    return outcome.error.code === -32021 || outcome.error.message.startsWith('The client cannot be asked: ');
  }
  if (!('result' in outcome) || outcome.result['isError'] !== true) return false;
  const { content } = outcome.result;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = isJsonObject(block) ? String(block['text']) : '';
  return /^The client cannot be asked: |^Tool ".*" runs only as a task, /u.test(text);
}

/** Codes of the reserved range are not the same in all revisions. */
function commonCode(code: number): number {
  if (code === -32002) return -32602;
  return code <= -32000 && code >= -32099 ? -32603 : code;
}

function lowerResult({ content, contents, messages, ...rest }: JsonObject, to: Revision): JsonObject {
  return {
    ...rest,
    ...lowerEach('content', content, (block) => lowerBlock(block as ContentBlock, to)),
    ...lowerEach('contents', contents, (each) => lowerContents(each, to)),
    ...lowerEach('messages', messages, ({ role, content }) => ({
      role,
      content: isJsonObject(content) ? lowerBlock(content as ContentBlock, to) : content,
    })),
  };
}

function lowerEach(name: string, list: unknown, lower: (item: JsonObject) => JsonObject): JsonObject {
  if (!Array.isArray(list)) return {};
  return { [name]: list.map((item: unknown) => (isJsonObject(item) ? lower(item) : item)) };
}
