import { hasChoices } from '../interaction/flat-schema.js';
import type { JsonObject } from '../protocol/json-object.js';
import { revisionFeatures, type Revision } from '../protocol/revisions.js';
import type { ComparedTool } from './compared-tool.js';
import type { EraRun, SeenQuestion } from './era-run.js';
import { findFirstDifference, showJson } from './find-first-difference.js';
import { lowerOutcome, lowerQuestion } from './lower-outcome.js';
import { nameQuestion } from './script-answers.js';

/** What runs are compared by. */
export interface Comparison {
  /** What was called, if it was a tool. */
  readonly tool: ComparedTool | undefined;
  /** Takes out of a result what is different every time. */
  readonly normalise: (result: JsonObject) => unknown;
}

/** The run that others are compared with: a handler that waits for its answers, on the plainest transport. */
const referenceName = '2025-11-25 over stdio';

/**
 * Compares runs: those that can do all that the call takes with each other, and so those that lack the same. Two runs are
 * compared in the words of the older revision.
 *
 * @returns A sentence for each difference.
 */
export function findDifferences(runs: readonly EraRun[], comparison: Comparison): readonly string[] {
  const demands = runs.flatMap(({ questions }) => questions.map(demandOf));
  const lacks = runs.map((run) => nameLacks(run, demands, comparison.tool));
  const differences = [...new Set(lacks)].flatMap((lack) => {
    const group = runs.filter((_, index) => lacks[index] === lack);
    const reference = group.find(({ name }) => name === referenceName) ?? group[0];
    return group.flatMap((run) =>
      reference === undefined || run === reference ? [] : compareRuns(run, reference, comparison),
    );
  });
  return [...runs.flatMap(describeFailure), ...differences];
}

type Demand = 'forms' | 'choices' | 'pages' | 'tools' | 'nothing';

function demandOf({ method, url, requestedSchema, params }: SeenQuestion): Demand {
  if (method === 'elicitation/create')
    return url === undefined ? (hasChoices(requestedSchema) ? 'choices' : 'forms') : 'pages';
  return params['tools'] === undefined && params['toolChoice'] === undefined ? 'nothing' : 'tools';
}

/** What a run cannot do of what the others were asked for. */
function nameLacks({ revision, isTask }: EraRun, demands: readonly Demand[], tool: ComparedTool | undefined): string {
  const lacks = demands.filter((demand) => !meets(revision, demand));
  const tasks = tool?.task?.support === 'required' && !isTask ? ['tasks'] : [];
  return [...new Set<string>([...lacks, ...tasks])].toSorted().join(' ');
}

function meets(revision: Revision, demand: Demand): boolean {
  const { elicitation, samplingTools } = revisionFeatures[revision];
  switch (demand) {
    case 'forms':
      return elicitation !== 'none';
    case 'choices':
    case 'pages':
      return elicitation === 'modes';
    case 'tools':
      return samplingTools;
    case 'nothing':
      return true;
  }
}

function describeFailure({ name, outcome }: EraRun): readonly string[] {
  return 'failure' in outcome ? [`${name}: ${outcome.failure}`] : [];
}

function compareRuns(run: EraRun, reference: EraRun, comparison: Comparison): readonly string[] {
  const older = run.revision < reference.revision ? run.revision : reference.revision;
  const found = [
    ...compareOutcomes(run, reference, older, comparison),
    ...compareQuestions(run, reference, older),
    ...compareCounts(countEach(run.effects), countEach(reference.effects), (name, counts) => {
      return `the effect ${name} happened ${counts}`;
    }),
  ];
  return found.map((difference) => `${run.name}, unlike ${reference.name}: ${difference}`);
}

function compareOutcomes(
  run: EraRun,
  reference: EraRun,
  older: Revision,
  { tool, normalise }: Comparison,
): readonly string[] {
  if ('failure' in run.outcome || 'failure' in reference.outcome) return [];
  const [actual = {}, expected = {}] = [run, reference].map((each) => {
    const { result, ...rest } = lowerOutcome(each, older, tool);
    return result === undefined ? rest : { result: normalise(result as JsonObject) };
  });
  const isSameKind = Object.keys(actual)[0] === Object.keys(expected)[0];
  const difference = isSameKind
    ? findFirstDifference(actual, expected)
    : `${showJson(actual)}, not ${showJson(expected)}`;
  return difference === undefined ? [] : [difference];
}

function compareQuestions(run: EraRun, reference: EraRun, older: Revision): readonly string[] {
  const [actual, expected] = [run, reference].map(({ questions }) => countEach(questions.map(nameQuestion)));
  const counted = compareCounts(actual ?? new Map(), expected ?? new Map(), (name, counts) => {
    return `${name} was asked ${counts}`;
  });
  if (counted.length > 0) return counted;
  const lower = (each: EraRun): readonly (readonly [string, string, JsonObject])[] =>
    each.questions
      .map((question) => [nameQuestion(question), lowerQuestion(question, older)] as const)
      .map(([name, params]) => [name, JSON.stringify(params), params] as const)
      // The order of questions that are asked at once is nobody's promise.
      .toSorted(([leftName, leftText], [rightName, rightText]) =>
        `${leftName}\n${leftText}` < `${rightName}\n${rightText}` ? -1 : 1,
      );
  const others = lower(reference);
  return lower(run).flatMap(([name, , params], index) => {
    const difference = findFirstDifference(params, others[index]?.[2]);
    return difference === undefined ? [] : [`the question ${name} is another one: ${difference}`];
  });
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function compareCounts(
  actual: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
  describe: (name: string, counts: string) => string,
): readonly string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) => {
    const [count = 0, wanted = 0] = [actual.get(name), expected.get(name)];
    return count === wanted ? [] : [describe(name, `${sayTimes(count)}, not ${sayTimes(wanted)}`)];
  });
}

function sayTimes(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}
