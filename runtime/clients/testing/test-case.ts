import type { JsonObject } from '../../wire/json.js';
import type { DeprecatedProtocolRun } from './deprecated-members.js';
import type { RecordedClientRequest } from './recorded-client-request.js';
import { legacyProtocolVersions, modernProtocolVersions, type ProtocolVersion } from '../../wire/protocol-versions.js';

/** Transport of a test case: stdio with one message per line or with `Content-Length`, or Streamable HTTP. */
export type Transport = 'stdio' | 'stdio-content-length' | 'http';

/** Combination of protocol version and transport. */
export interface TestCase {
  readonly protocolVersion: ProtocolVersion;
  readonly transport: Transport;
  /** Whether the client declares the tasks extension. */
  readonly isTask: boolean;
}

/** Result of a call in one test case. */
export interface ProtocolRun extends TestCase, DeprecatedProtocolRun {
  /** Name of the test case, such as `2025-11-25 over stdio`. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Client requests, in order. */
  readonly clientRequests: readonly RecordedClientRequest[];
  /** Recorded effects, in order: the name, and the detail as JSON if there is one. */
  readonly effects: readonly string[];
  /** Lines that the server wrote for its operator. */
  readonly reports: readonly string[];
}

/**
 * Outcome of a call: a result without the members that only the modern era has; a JSON-RPC error; or a failure, because
 * the script had no response, the call timed out, or the server violated the protocol.
 */
export type Outcome =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly failure: string };

const transportNames: { readonly [transport in Transport]: string } = {
  stdio: 'stdio',
  'stdio-content-length': 'stdio with Content-Length',
  http: 'HTTP',
};

/** Lists all test cases: every protocol version on every transport, oldest first, then the test cases with tasks. */
export function listTestCases(): readonly TestCase[] {
  const transports: readonly Transport[] = ['stdio', 'stdio-content-length', 'http'];
  const plain = [...legacyProtocolVersions, ...modernProtocolVersions].flatMap((protocolVersion) =>
    transports.map((transport) => ({ protocolVersion, transport, isTask: false })),
  );
  const tasks = modernProtocolVersions.flatMap((protocolVersion) =>
    (['stdio', 'http'] as const).map((transport) => ({ protocolVersion, transport, isTask: true })),
  );
  return [...plain, ...tasks];
}

/** Returns the name of a test case in reports. */
export function nameTestCase({ protocolVersion, transport, isTask }: TestCase): string {
  return `${protocolVersion}${isTask ? ' as a task' : ''} over ${transportNames[transport]}`;
}
