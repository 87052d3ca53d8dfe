import { encodeBase64Url } from '../protocol/base64.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { invalidParams, messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import { sealOf } from './state-seal.js';

/** Rounds of questions that one request may have. */
const maximalRounds = 32;
/** Characters of a sealed state. */
const maximalStateCharacters = 64 * 1024;

/** A question that was asked in an earlier round. */
export interface AskedQuestion {
  readonly key: string;
  /** Digest of its method and parameters: an answer counts for exactly this question. */
  readonly print: string;
  /** What the client knows it by; absent when it was answered. */
  readonly wireKey?: string;
  /** Answers that did not fit. */
  readonly tries: number;
  /** What did not fit about the last one. */
  readonly misfit?: string;
  /** What the client gave, not judged yet. */
  readonly given?: JsonObject;
  /** What the handler gets. */
  readonly answer?: JsonObject;
}

/** What a step gave: JSON text of its result, absent for `undefined`; or the message of its error. */
export type StepOutcome = { readonly json?: string } | { readonly error: string };

/** What is known of a request from its earlier rounds. */
export interface Flow {
  readonly id: string;
  /** Rounds of questions so far. */
  readonly round: number;
  readonly asked: readonly AskedQuestion[];
  readonly steps: readonly (readonly [name: string, outcome: StepOutcome])[];
}

/** What a state belongs to: it cannot be used with anything else. */
export interface Binding {
  /** JSON text of method, name and arguments as they came. */
  readonly request: string;
  readonly principal: string | undefined;
}

/**
 * Goes on with a request where its state says.
 *
 * @param state `requestState` of the request, as it came.
 * @throws ProtocolError -32602, with the same words whatever is wrong; the operator hears what it is.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export async function resumeFlow(service: Service, binding: Binding, state: unknown): Promise<Flow> {
  try {
    return await openState(service, binding, state);
  } catch (error) {
    service.report(formatReport('REQUEST', `requestState was refused: ${messageOf(error)}`));
    throw invalidParams('Invalid params: requestState is invalid or has expired');
  }
}

/** What is sealed. Short names, because it travels with every round. */
interface SealedState {
  readonly id: string;
  readonly n: number;
  /** When it expires, in milliseconds since 1970. */
  readonly exp: number;
  readonly b: string;
  readonly q: readonly AskedQuestion[];
  readonly s: Flow['steps'];
}

async function openState(service: Service, binding: Binding, state: unknown): Promise<Flow> {
  if (typeof state !== 'string') throw new Error('it is no string');
  if (state.length > maximalStateCharacters) throw new Error('it is too long');
  const seal = await sealOf(service);
  // Nobody but this server can have sealed it.
  const { id, n, exp, b, q, s } = JSON.parse(await seal.open(state)) as SealedState;
  if (exp < Date.now()) throw new Error('it has expired');
  if (b !== (await digestBinding(service, binding))) throw new Error('it belongs to another request');
  return { id, round: n, asked: q, steps: s };
}

/**
 * The state of a request that is to be continued.
 *
 * @param timeoutMs How long the client has to come back, in milliseconds.
 * @throws Error when there were too many rounds, or it is too large.
 */
export async function sealFlow(
  service: Service,
  binding: Binding,
  { id, round, asked, steps }: Flow,
  timeoutMs: number,
): Promise<string> {
  if (round > maximalRounds) throw new Error(`A request may ask in at most ${maximalRounds} rounds`);
  const exp = Date.now() + timeoutMs;
  const state: SealedState = { id, n: round, exp, b: await digestBinding(service, binding), q: asked, s: steps };
  const sealed = await (await sealOf(service)).seal(JSON.stringify(state));
  if (sealed.length <= maximalStateCharacters) return sealed;
  throw new Error(`Answers and steps take more than the ${maximalStateCharacters} characters that a state may have`);
}

/** What the client gave for the questions of the last round, by their keys. */
export function readResponses(params: JsonObject): JsonObject {
  const responses = params['inputResponses'];
  return isJsonObject(responses) ? responses : {};
}

function digestBinding({ identity }: Service, { request, principal }: Binding): Promise<string> {
  return digest(canonicalJson([identity.name, principal ?? null, JSON.parse(request)]));
}

/** A SHA-256 digest in base64url. */
export async function digest(text: string): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** JSON text of a value that does not depend on the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  );
}
