import type { AuthInfo } from '../../core/api/request-context.js';
import { defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import type { Credentials } from '../../core/api/credentials.js';
import type { Environment, Variables } from '../../core/api/environment.js';
import type { ServerDefinition } from '../../core/api/definition.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import type { JsonObject } from '../../wire/json.js';
import type { Link, LinkEvents } from '../../wire/peer/link.js';
import { PeerError } from '../../wire/peer/peer.js';
import { messageOf } from '../../wire/protocol-error.js';
import { openServer } from '../../core/sharing/open-server.js';
import type { ServerControl } from '../../core/sharing/server-control.js';
import { loadTools } from '../../core/service/load-tools.js';
import { renameOptions, type DeprecatedOptions } from '../../core/service/deprecated-options.js';
import { printReport, type Report } from '../../core/service/report.js';
import type { Service, ServiceOptions } from '../../core/service/service.js';
import { parts } from '../../parts.js';
import { runDurableTasks, testStores } from './durable-service.js';
import { addRunMembers, type DeprecatedProtocolRun } from './deprecated-members.js';
import { renameTestOptions, type DeprecatedCompareOptions } from './deprecated-options.js';
import { findDifferences } from './find-differences.js';
import { readTestEnvironment } from './test-environment.js';
import { stripEnvelope, type ComparedTool } from './lower-outcome.js';
import { openHttpLink } from './open-http-link.js';
import { openStreamLink, type LinkOptions } from './open-stream-link.js';
import { openTestPeer } from './open-test-peer.js';
import { playCall, type MissingCapability, type PlayedCall } from './play-call.js';
import { ScriptReader, type ResponseScript } from './script-responses.js';
import { listTestCases, nameTestCase, type ProtocolRun, type Outcome, type TestCase } from './test-case.js';
import { TimeLimitError, waitWithin } from './time-limit.js';

/** Server under test: the exports of `generated/definition.ts`, `generated/handlers.ts` and `handlers/server.ts`. */
export interface ServerUnderTest {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
  readonly options?: ServiceOptions &
    DeprecatedOptions & { readonly maxMessageBytes?: number; readonly sequential?: boolean };
  /** Decides whose credentials APIs are called with. Default: the credentials from the environment. */
  readonly credentials?: Credentials<never, never>;
  /** The environment variables that the definition declares. Absent: none. */
  readonly environment?: Environment;
  /** Called before each run; handlers get its return value as `context.app`. */
  readonly setup?: (server: ServerControl) => unknown;
  /** Called after each run, with the result of `setup`. */
  close?(app?: unknown): unknown;
}

/** Recorder of the effects of a handler, such as database writes. */
export interface Effects {
  /**
   * Records an effect.
   *
   * @param detail JSON value, which must be the same in every run.
   */
  readonly effect: (name: string, detail?: unknown) => void;
  /** Wraps a function so that every call is recorded as an effect. The arguments are not compared. */
  readonly observe: <Parameters extends readonly unknown[], Result>(
    name: string,
    run: (...parameters: Parameters) => Result,
  ) => (...parameters: Parameters) => Result;
}

/** Creates the server for one run, always in the same initial state. */
export type MakeServer = (effects: Effects) => ServerUnderTest | Promise<ServerUnderTest>;

/** Call that is compared. */
export type ComparedCall =
  | { readonly tool: string; readonly arguments?: JsonObject }
  | { readonly prompt: string; readonly arguments?: { readonly [name: string]: string } }
  | { readonly resource: string };

/** Options of {@link compareProtocolVersions}. */
export interface CompareOptions extends DeprecatedCompareOptions {
  readonly call: ComparedCall;
  /** Responses to client requests. Default: none are expected. */
  readonly responses?: ResponseScript;
  /**
   * Capabilities that the client does not declare. Default: none; the client declares all capabilities of its protocol
   * version.
   */
  readonly withoutCapabilities?: readonly MissingCapability[];
  /** Identity of the client, in the form that `authenticate` returns. Default: not authenticated. */
  readonly auth?: AuthInfo;
  /** Environment variables, which are added to the environment of the process and override it. */
  readonly env?: Variables;
  /** Removes the parts of a result that differ in every run, such as dates, before the comparison. */
  readonly normalize?: (result: JsonObject) => unknown;
  /** Maximum time of one run, in milliseconds. A timeout ends the comparison. Default: 10 000. */
  readonly timeoutMs?: number;
}

/** Result of {@link compareProtocolVersions}. */
export interface ParityReport {
  /** One run for each protocol version and transport, oldest protocol version first. */
  readonly runs: readonly ProtocolRun[];
  /** A sentence for each difference and each failed run; empty if all runs agree. */
  readonly differences: readonly string[];
}

/**
 * Makes the same call in every protocol version and on every transport, with the same responses to client requests, and
 * compares results, client requests and effects. Runs are sequential. Protocol versions that lack a kind of client
 * request are compared only with each other. The options of the server (`readOnly`, `toolsets`, `tools`) apply.
 *
 * @param server The server, or a function that creates it for each run and gets a recorder for effects.
 * @throws TypeError for missing handlers; the errors of `server`, `setup` and `close`, whose calls are also subject to `timeoutMs`.
 */
export async function compareProtocolVersions(
  server: ServerUnderTest | MakeServer,
  givenOptions: CompareOptions,
): Promise<ParityReport> {
  const options = renameTestOptions(givenOptions);
  const { timeoutMs = defaultTimeoutMs, normalize = (result) => result } = options;
  const runs: ProtocolRun[] = [];
  let tool: ComparedTool | undefined;
  for (const testCase of listTestCases()) {
    // The test cases with tasks come last, when the tool is known.
    if (testCase.isTask && tool?.task === undefined) continue;
    const effects: string[] = [];
    const making = typeof server === 'function' ? server(recordEffects(effects)) : server;
    const made = await waitWithin(timeoutMs, making, `The server was not created within ${timeoutMs} ms`);
    tool = 'tool' in options.call ? await findTool(made.definition, options.call.tool) : undefined;
    const { isTimeUp, ...result } = await run(made, testCase, { ...options, timeoutMs });
    runs.push(addRunMembers({ ...result, effects }));
    // A handler that hangs in one run would also hang in all other runs.
    if (isTimeUp) break;
  }
  return { runs, differences: findDifferences(runs, { tool, normalize }) };
}

const defaultTimeoutMs = 10_000;

type RunOptions = CompareOptions & { readonly timeoutMs: number };

/** Result of a run, apart from what the server recorded. */
type RunResult = Omit<ProtocolRun, 'effects' | keyof DeprecatedProtocolRun> & { readonly isTimeUp: boolean };

async function run(underTest: ServerUnderTest, testCase: TestCase, options: RunOptions): Promise<RunResult> {
  const { timeoutMs } = options;
  const reports: string[] = [];
  const report: Report = (line) => void reports.push(printReport(line));
  const server = { ...underTest, options: renameOptions(underTest.options ?? {}, report) };
  // The default differs between the transports.
  const { maskErrors = false } = server.options;
  const program = { ...server, options: { ...server.options, maskErrors }, ...testStores(server.definition) };
  const script = new ScriptReader(options.responses ?? []);
  readTestEnvironment(server.environment, options.env);
  const opening = openServer(program, { parts, report });
  const service = await waitWithin(timeoutMs, opening, `\`setup\` did not finish within ${timeoutMs} ms`);
  await loadTools(service);
  const stopTasks = await runDurableTasks(service);
  const result = await callInTime(server, service, testCase, options, script);
  await waitWithin(timeoutMs, stopTasks(), `Durable tasks were not stopped within ${timeoutMs} ms`);
  await waitWithin(timeoutMs, server.close?.(service.state.app), `\`close\` did not finish within ${timeoutMs} ms`);
  return { ...testCase, name: nameTestCase(testCase), ...result, clientRequests: script.clientRequests, reports };
}

async function callInTime(
  { options: { maxMessageBytes = defaultMaxMessageBytes, sequential = false } = {} }: ServerUnderTest,
  service: Service,
  testCase: TestCase,
  { call, auth, withoutCapabilities = [], timeoutMs }: RunOptions,
  script: ScriptReader,
): Promise<{ readonly outcome: Outcome; readonly isTimeUp: boolean }> {
  const respond = (clientRequest: JsonObject): Promise<JsonObject> => script.respond(clientRequest);
  const link = { service, maxMessageBytes, sequential, auth };
  let fail: (reason: string) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = (reason) => reject(new Error(reason));
  });
  const client = openTestPeer((events) => openLink(link, testCase, events), { respond, fail });
  try {
    const playing = playCall({ client, clientInfo, withoutCapabilities, respond }, testCase, encodeCall(call));
    const late = `There was no response within ${timeoutMs} ms`;
    const result = await waitWithin(timeoutMs, Promise.race([playing, failed]), late);
    return { outcome: { result: stripEnvelope(result) }, isTimeUp: false };
  } catch (error) {
    return { outcome: failureOf(error), isTimeUp: error instanceof TimeLimitError };
  } finally {
    await client.close();
  }
}

const clientInfo = { name: 'compare-eras', version: '1.0.0' };

function openLink(options: LinkOptions, { transport }: TestCase, events: LinkEvents): Link {
  if (transport === 'http') return openHttpLink(options, events);
  return openStreamLink(options, transport === 'stdio' ? 'newline' : 'content-length', events);
}

function encodeCall(call: ComparedCall): PlayedCall {
  if ('resource' in call) return { method: 'resources/read', params: { uri: call.resource } };
  const { arguments: values = {} } = call;
  if ('prompt' in call) return { method: 'prompts/get', params: { name: call.prompt, arguments: values } };
  return { method: 'tools/call', params: { name: call.tool, arguments: values } };
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof PeerError) || error.code === undefined) return { failure: messageOf(error) };
  const { code, message, data } = error;
  return { error: { code, message, ...(data !== undefined ? { data } : {}) } };
}

async function findTool({ tools }: ServerDefinition, name: string): Promise<ComparedTool | undefined> {
  const tool = (await tools.load()).find((each) => each.name === name);
  return tool && { ...tool, hasOutput: (await tool.validators()).output !== undefined };
}

function recordEffects(list: string[]): Effects {
  const effect = (name: string, detail?: unknown): void => {
    list.push(detail === undefined ? name : `${name} ${JSON.stringify(detail)}`);
  };
  const observe: Effects['observe'] =
    (name, run) =>
    (...parameters) => {
      effect(name);
      return run(...parameters);
    };
  return { effect, observe };
}
