import type { Caller } from '../features/call-context.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { revisionFeatures } from '../protocol/revisions.js';
import type { Question } from './dialog.js';
import { hasChoices } from './flat-schema.js';

/**
 * What a client would have to declare to be asked a question; `undefined` when it can be asked.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#capabilities
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#capabilities
 */
export function findMissingCapability(
  { method, params }: Question,
  { revision, clientCapabilities }: Caller,
): JsonObject | undefined {
  const { elicitation, sampling, roots } = clientCapabilities;
  switch (method) {
    case 'roots/list':
      return isJsonObject(roots) ? undefined : { roots: {} };
    case 'sampling/createMessage':
      return findMissingSampling(params ?? {}, sampling, revisionFeatures[revision].samplingTools);
    case 'elicitation/create':
      return findMissingMode(params ?? {}, elicitation, revisionFeatures[revision].elicitation);
  }
}

function findMissingSampling(params: JsonObject, declared: unknown, knowsTools: boolean): JsonObject | undefined {
  const needsTools = params['tools'] !== undefined || params['toolChoice'] !== undefined;
  const { tools } = isJsonObject(declared) ? declared : {};
  if (needsTools) return knowsTools && isJsonObject(tools) ? undefined : { sampling: { tools: {} } };
  return isJsonObject(declared) ? undefined : { sampling: {} };
}

/** An empty capability is that of forms. */
function findMissingMode(
  { mode = 'form', requestedSchema }: JsonObject,
  declared: unknown,
  known: 'none' | 'forms' | 'modes',
): JsonObject | undefined {
  const { form, url } = isJsonObject(declared) ? declared : {};
  if (mode === 'url') return known === 'modes' && isJsonObject(url) ? undefined : { elicitation: { url: {} } };
  const isForm = isJsonObject(declared) && (known === 'forms' || isJsonObject(form) || url === undefined);
  const isAsked = isForm && known !== 'none' && (known === 'modes' || !hasChoices(requestedSchema));
  return isAsked ? undefined : { elicitation: { form: {} } };
}
