import type { SamplingParams } from '../../core/api/handler-context.js';
import { hasChoices } from '../../core/client-requests/flat-schema.js';
import { findUnknownPart } from '../../core/client-requests/lower-sampling.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import { lowerOutcome, lowerClientRequest, type ComparedTool } from './lower-outcome.js';
import { nameClientRequest } from './script-responses.js';
import type { RecordedClientRequest } from './recorded-client-request.js';
import { isModernVersion } from '../../wire/protocol-versions.js';
import type { ProtocolRun } from './test-case.js';

/** Options of a comparison. */
export interface Comparison {
  /** Tool that was called; `undefined` for a prompt or resource. */
  readonly tool: ComparedTool | undefined;
  /** Removes the parts of a result that differ in every run. */
  readonly normalize: (result: JsonObject) => unknown;
}

/** Name of the run that the others are compared with. */
const referenceName = '2025-11-25 over stdio';

/**
 * Compares runs and returns a sentence for each difference. Runs are grouped by the features that the call uses and
 * their protocol version lacks; only runs of the same group are compared. Both runs are converted to the older protocol
 * version first.
 */
export function findDifferences(runs: readonly ProtocolRun[], comparison: Comparison): readonly string[] {
  const clientRequests = runs.flatMap((run) => run.clientRequests);
  const lacks = runs.map((run) => nameLacks(run, clientRequests, comparison.tool));
  const differences = [...new Set(lacks)].flatMap((lack) => {
    const group = runs.filter((_, index) => lacks[index] === lack);
    const reference = group.find(({ name }) => name === referenceName) ?? group[0];
    return group.flatMap((run) =>
      reference === undefined || run === reference ? [] : compareRuns(run, reference, comparison),
    );
  });
  return [...runs.flatMap(describeFailure), ...differences];
}

/** Lists the features that the call uses and the protocol version of a run lacks. */
function nameLacks(
  { protocolVersion, isTask }: ProtocolRun,
  clientRequests: readonly RecordedClientRequest[],
  tool: ComparedTool | undefined,
): string {
  const lacks = clientRequests.flatMap((clientRequest) => nameLack(protocolVersion, clientRequest) ?? []);
  const tasks = tool?.task?.support === 'required' && isModernVersion(protocolVersion) && !isTask ? ['tasks'] : [];
  return [...new Set([...lacks, ...tasks])].toSorted().join(' ');
}

function nameLack(
  protocolVersion: ProtocolVersion,
  { method, url, requestedSchema, params }: RecordedClientRequest,
): string | undefined {
  const { elicitation } = protocolFeatures[protocolVersion];
  if (method === 'roots/list') return undefined;
  if (method === 'sampling/createMessage') return findUnknownPart(params as unknown as SamplingParams, protocolVersion);
  if (elicitation === 'modes') return undefined;
  if (url !== undefined) return 'pages';
  if (hasChoices(requestedSchema)) return 'choices';
  return elicitation === 'none' ? 'forms' : undefined;
}

function describeFailure({ name, outcome }: ProtocolRun): readonly string[] {
  return 'failure' in outcome ? [`${name}: ${outcome.failure}`] : [];
}

function compareRuns(run: ProtocolRun, reference: ProtocolRun, comparison: Comparison): readonly string[] {
  const older = run.protocolVersion < reference.protocolVersion ? run.protocolVersion : reference.protocolVersion;
  const found = [
    ...compareOutcomes(run, reference, older, comparison),
    ...compareClientRequests(run, reference, older),
    ...compareCounts(run.effects, reference.effects, (name, counts) => `the effect ${name} happened ${counts}`),
  ];
  return found.map((difference) => `${run.name}, unlike ${reference.name}: ${difference}`);
}

function compareOutcomes(
  run: ProtocolRun,
  reference: ProtocolRun,
  older: ProtocolVersion,
  { tool, normalize }: Comparison,
): readonly string[] {
  if ('failure' in run.outcome || 'failure' in reference.outcome) return [];
  const [actual = {}, expected = {}] = [run, reference].map((each) => {
    const { result, ...rest } = lowerOutcome(each, older, tool);
    return result === undefined ? rest : { result: normalize(result as JsonObject) };
  });
  const isSameKind = Object.keys(actual)[0] === Object.keys(expected)[0];
  const difference = isSameKind
    ? findFirstDifference(actual, expected)
    : `${showJson(actual)}, not ${showJson(expected)}`;
  return difference === undefined ? [] : [difference];
}

function compareClientRequests(run: ProtocolRun, reference: ProtocolRun, older: ProtocolVersion): readonly string[] {
  const names = ({ clientRequests }: ProtocolRun): readonly string[] => clientRequests.map(nameClientRequest);
  const counted = compareCounts(names(run), names(reference), (name, counts) => `${name} was sent ${counts}`);
  if (counted.length > 0) return counted;
  // Sorted, because concurrent client requests arrive in any order.
  const lower = ({ clientRequests }: ProtocolRun): readonly { readonly name: string; readonly params: JsonObject }[] =>
    clientRequests
      .map((clientRequest) => ({
        name: nameClientRequest(clientRequest),
        params: lowerClientRequest(clientRequest, older),
      }))
      .toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  const others = lower(reference);
  return lower(run).flatMap(({ name, params }, index) => {
    const difference = findFirstDifference(params, others[index]?.params);
    return difference === undefined ? [] : [`the client request ${name} differs: ${difference}`];
  });
}

/** Compares how often each name appears in two lists. */
function compareCounts(
  actual: readonly string[],
  expected: readonly string[],
  describe: (name: string, counts: string) => string,
): readonly string[] {
  const count = (names: readonly string[], name: string): number => names.filter((each) => each === name).length;
  return [...new Set([...expected, ...actual])].flatMap((name) => {
    const [found, wanted] = [count(actual, name), count(expected, name)];
    return found === wanted ? [] : [describe(name, `${sayTimes(found)}, not ${sayTimes(wanted)}`)];
  });
}

function sayTimes(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

/**
 * Describes the first difference between two JSON values; `undefined` when they are equal. A missing member is `undefined`.
 */
export function findFirstDifference(actual: unknown, expected: unknown, path = ''): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  const isList = Array.isArray(actual) && Array.isArray(expected);
  if (!isList && !(isJsonObject(actual) && isJsonObject(expected))) {
    return `${path} is ${showJson(actual)}, not ${showJson(expected)}`;
  }
  const [left, right] = [new Map(Object.entries(actual)), new Map(Object.entries(expected))];
  for (const name of new Set([...right.keys(), ...left.keys()])) {
    const below = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const found = findFirstDifference(left.get(name), right.get(name), below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** JSON text of a value, truncated to 200 characters. */
function showJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
