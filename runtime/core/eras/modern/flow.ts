import { StoreError } from '../../api/store.js';
import { hashText } from '../../../wire/hash-text.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { invalidParams, messageOf, ProtocolError } from '../../../wire/protocol-error.js';
import { formatReport, type ReportedRequest } from '../../service/report.js';
import type { Service } from '../../service/service.js';
import { seal, unseal } from '../../sharing/state-seal.js';

/** Maximum number of rounds for one request. */
const maxRounds = 32;
/** Maximum length of a sealed state, in characters. */
export const maxStateCharacters = 64 * 1024;

/** Client request of an earlier round. */
export interface IssuedRequest {
  readonly key: string;
  /** Fingerprint: digest of method and parameters. A result counts only for exactly this request. */
  readonly print: string;
  /** Key that was sent to the client. Absent after the response. */
  readonly wireKey?: string;
  /** Number of invalid results. */
  readonly tries: number;
  /** Reason why the last result was invalid. */
  readonly problem?: string;
  /** The client's result, not validated yet. */
  readonly given?: JsonObject;
  /** The validated result, for the handler. */
  readonly answer?: JsonObject;
  /** Expiry of a client request of a durable task, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Outcome of a step: the JSON text of its result (absent for `undefined`), or the message of its error. */
export type StepOutcome = { readonly json?: string } | { readonly error: string };

/** Earlier rounds of a request. */
export interface Flow {
  readonly id: string;
  /** Number of earlier rounds. */
  readonly round: number;
  readonly asked: readonly IssuedRequest[];
  readonly steps: readonly (readonly [name: string, outcome: StepOutcome])[];
  /** Span of the last round. Absent without telemetry. */
  readonly traceparent?: string;
}

/** Request and caller that a state belongs to. The state is rejected for any other request or caller. */
export interface Binding {
  /** JSON text of method, name and arguments, as the client sent them. */
  readonly request: string;
  readonly principal: string | undefined;
}

/**
 * Opens the state of a request that continues an earlier one.
 *
 * @param state `requestState` of the request, as the client sent it.
 * @param request The request, for reports.
 * @throws ProtocolError -32602, with the same message for every cause. The cause is only reported to the operator.
 *   -32603 while the store that has the key cannot be reached.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export async function resumeFlow(
  service: Service,
  binding: Binding,
  state: unknown,
  request: ReportedRequest,
): Promise<Flow> {
  try {
    return await openState(service, binding, state);
  } catch (error) {
    const cause = `requestState was refused: ${messageOf(error)}`;
    service.report(formatReport('REQUEST', cause, 'ERROR', request));
    // The state may be valid: the client can send it again.
    if (error instanceof StoreError)
      throw new ProtocolError(-32603, 'The state cannot be decrypted right now: try again later');
    throw invalidParams('Invalid params: requestState is invalid or has expired');
  }
}

/** Content of a sealed state. */
interface SealedState extends Flow {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Digest of the binding. */
  readonly binding: string;
}

async function openState(service: Service, binding: Binding, state: unknown): Promise<Flow> {
  if (typeof state !== 'string') throw new Error('it is not a string');
  if (state.length > maxStateCharacters) throw new Error('it is too long');
  // The type is certain, because only this server can have sealed it.
  const sealed = JSON.parse(await unseal(service, state)) as SealedState;
  if (sealed.expiresAt < Date.now()) throw new Error('it has expired');
  if (sealed.binding !== (await digestBinding(service, binding))) throw new Error('it belongs to another request');
  return sealed;
}

/**
 * Seals the state of a request that the client will continue.
 *
 * @param timeoutMs Lifetime of the state, in milliseconds.
 * @throws Error if there are too many rounds, or the state is too large.
 */
export async function sealFlow(service: Service, binding: Binding, flow: Flow, timeoutMs: number): Promise<string> {
  if (flow.round > maxRounds) throw new Error(`A request can elicit input at most ${maxRounds} times`);
  const expiresAt = Date.now() + timeoutMs;
  const state: SealedState = { ...flow, expiresAt, binding: await digestBinding(service, binding) };
  const sealed = await seal(service, JSON.stringify(state));
  if (sealed.length <= maxStateCharacters) return sealed;
  throw stateTooLong();
}

/** Creates the error for a request whose results and steps exceed the maximum size of a state. */
export function stateTooLong(): Error {
  return new Error(`Elicitation results and steps exceed the state limit of ${maxStateCharacters} characters`);
}

function digestBinding({ identity }: Service, { request, principal }: Binding): Promise<string> {
  return hashText(canonicalJson([identity.name, principal ?? null, JSON.parse(request)]));
}

/** Encodes a value as JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  );
}
