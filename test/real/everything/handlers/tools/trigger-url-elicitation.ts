import { randomUUID } from 'node:crypto';
import { ProtocolError, results } from 'create-mcp-from-schema/runtime';
import type { TriggerUrlElicitation } from '../../generated/handlers.ts';

/** Calls that were refused until a page has been opened. */
const refused = new Set<string>();

export const triggerUrlElicitation: TriggerUrlElicitation = async (input, { elicit }) => {
  const { url, message, elicitationId = randomUUID(), errorPath } = input;
  const key = `${url} ${input.elicitationId}`;
  if (errorPath && !refused.delete(key)) {
    refused.add(key);
    const page = {
      mode: 'url',
      url: 'https://modelcontextprotocol.io',
      message: 'Open this link to satisfy the prerequisite, then retry the request.',
      elicitationId: randomUUID(),
    };
    throw new ProtocolError(-32_042, 'This request requires browser-based authorization.', { elicitations: [page] });
  }
  const answer = await elicit(message, { url });
  const texts = {
    accept: `✅ User completed the URL elicitation flow.\nElicitation ID: ${elicitationId}\nURL: ${url}`,
    decline: `❌ User declined to open the URL (Elicitation ID: ${elicitationId}).`,
    cancel: `⚠️ User cancelled the URL elicitation (Elicitation ID: ${elicitationId}).`,
  };
  return results([texts[answer.action], `\nRaw result: ${JSON.stringify(answer, null, 2)}`]);
};
