import { defaultMaxMessageBytes } from '../service/default-limits.js';
import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import type { AuthInfo } from '../api/request-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import { createService, loadTools, type Service, type ServiceOptions } from '../service/service.js';
import { messageOf } from '../protocol/protocol-error.js';
import { controlServer, type ServerControl } from '../service/server-control.js';
import { findTool, type ComparedTool } from './compared-tool.js';
import type { EraRun, Outcome } from './era-run.js';
import { findDifferences } from './find-differences.js';
import type { LinkOptions } from './link.js';
import { listPassages, namePassage, type Passage } from './list-passages.js';
import { stripEnvelope } from './lower-outcome.js';
import { openHttpLink } from './open-http-link.js';
import { openStreamLink } from './open-stream-link.js';
import { playCall, type Inability, type PlayedCall } from './play-call.js';
import { recordEffects, type Effects } from './record-effects.js';
import { ScriptReader, type AnswerScript } from './script-answers.js';
import { TestClient, type Answer } from './test-client.js';

/** A server under test: what `generated/descriptors.ts`, `generated/handlers.ts` and `handlers/server.ts` export. */
export interface ServerUnderTest {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
  readonly options?: ServiceOptions & { readonly maxMessageBytes?: number; readonly ordered?: boolean };
  /** Runs before each run. */
  readonly setup?: (server: ServerControl) => unknown;
  /** Runs after each run. */
  readonly close?: () => unknown;
}

/** Makes a server for one run, in the state in which each run has to find it. */
export type MakeServer = (effects: Effects) => ServerUnderTest | Promise<ServerUnderTest>;

/** What is called. */
export type ComparedCall =
  | { readonly tool: string; readonly arguments?: JsonObject }
  | { readonly prompt: string; readonly arguments?: { readonly [name: string]: string } }
  | { readonly resource: string };

export interface CompareOptions {
  readonly call: ComparedCall;
  /** Default: nothing is expected to be asked. */
  readonly answers?: AnswerScript;
  /** What the client cannot do. Default: it can do all that its revision knows. */
  readonly without?: readonly Inability[];
  /** Who the client is, as `authenticate` would say. Default: nobody knows. */
  readonly auth?: AuthInfo;
  /** Takes out of a result what is different every time, such as dates and random numbers, before it is compared. */
  readonly normalise?: (result: JsonObject) => unknown;
  /** Milliseconds that one run may take. Default: 10 000. */
  readonly timeoutMs?: number;
}

/** What a call came to, everywhere. */
export interface ParityReport {
  /** One for each revision and transport, oldest revision first. */
  readonly runs: readonly EraRun[];
  /** A sentence for each difference, and for each run that did not come to an end; empty: there is parity. */
  readonly differences: readonly string[];
}

/**
 * Makes one call in every protocol revision and on every transport, with the same answers to what the handler asks, and
 * compares what came of it: the result (apart from what a revision does not know), what the client was asked and how
 * often, and the effects. Runs come one after the other.
 *
 * Revisions that do not know a kind of question cannot ask it; they are compared with each other.
 *
 * @param server The server; or what makes one for each run, and hands its handlers something to record effects with.
 * @throws TypeError for handlers that are missing; what `server`, its `setup` and its `close` throw.
 */
export async function compareEras(
  server: ServerUnderTest | MakeServer,
  options: CompareOptions,
): Promise<ParityReport> {
  const runs: EraRun[] = [];
  let tool: ComparedTool | undefined;
  for (const passage of listPassages()) {
    // The definition is known by then: these passages are the last.
    if (passage.isTask && tool?.task === undefined) continue;
    const effects: string[] = [];
    const made = typeof server === 'function' ? await server(recordEffects(effects)) : server;
    tool = 'tool' in options.call ? await findTool(made.definition, options.call.tool) : undefined;
    runs.push({ ...(await run(made, passage, options)), effects });
  }
  const { normalise = (result) => result } = options;
  return { runs, differences: findDifferences(runs, { tool, normalise }) };
}

async function run(
  server: ServerUnderTest,
  passage: Passage,
  options: CompareOptions,
): Promise<Omit<EraRun, 'effects'>> {
  const reports: string[] = [];
  const report = (line: string): void => void reports.push(line);
  const service = createService(server.definition, server.handlers, report, server.options);
  const script = new ScriptReader(options.answers ?? []);
  await server.setup?.(controlServer(service));
  await loadTools(service);
  const outcome = await callInTime(server, service, passage, options, script);
  await server.close?.();
  return { ...passage, name: namePassage(passage), outcome, questions: script.questions, reports };
}

async function callInTime(
  { options: { maxMessageBytes = defaultMaxMessageBytes, ordered = false } = {} }: ServerUnderTest,
  service: Service,
  passage: Passage,
  { call, auth, without = [], timeoutMs = 10_000 }: CompareOptions,
  script: ScriptReader,
): Promise<Outcome> {
  const answer = (question: JsonObject): Promise<JsonObject> => script.answer(question);
  const link = { service, maxMessageBytes, ordered, auth };
  const client = new TestClient((ends) => openLink({ ...link, ...ends }, passage), answer);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const playing = playCall({ client, without, answer }, passage, encodeCall(call));
    return toOutcome(await Promise.race([playing, client.failed, limit]));
  } catch (error) {
    return { failure: messageOf(error) };
  } finally {
    clearTimeout(timer);
    client.close();
  }
}

function openLink(options: LinkOptions, { revision, transport }: Passage) {
  if (transport === 'http') return openHttpLink(options, revision);
  return openStreamLink(options, transport === 'stdio' ? 'newline' : 'content-length');
}

function encodeCall(call: ComparedCall): PlayedCall {
  if ('resource' in call) return { method: 'resources/read', params: { uri: call.resource } };
  const { arguments: values = {} } = call;
  if ('prompt' in call) return { method: 'prompts/get', params: { name: call.prompt, arguments: values } };
  return { method: 'tools/call', params: { name: call.tool, arguments: values } };
}

function toOutcome(answer: Answer): Outcome {
  if ('result' in answer) return { result: stripEnvelope(answer.result) };
  const { code, message, data } = answer.error;
  if (typeof code !== 'number' || typeof message !== 'string')
    return { failure: 'The server sent an error that is none' };
  return { error: { code, message, ...(data !== undefined ? { data } : {}) } };
}
