import { hasChoices } from '../interaction/flat-schema.js';
import { revisionFeatures } from '../protocol/revisions.js';
import { findFirstDifference, showJson } from './find-first-difference.js';
import { lowerOutcome, lowerQuestion } from './lower-outcome.js';
import { nameQuestion } from './script-answers.js';
/** The run that others are compared with: a handler that waits for its answers, on the plainest transport. */
const referenceName = '2025-11-25 over stdio';
/**
 * Compares runs: those that can do all that the call takes with each other, and so those that lack the same. Two runs are
 * compared in the words of the older revision.
 *
 * @returns A sentence for each difference.
 */
export function findDifferences(runs, comparison) {
    const demands = runs.flatMap(({ questions }) => questions.map(demandOf));
    const lacks = runs.map((run) => nameLacks(run, demands, comparison.tool));
    const differences = [...new Set(lacks)].flatMap((lack) => {
        const group = runs.filter((_, index) => lacks[index] === lack);
        const reference = group.find(({ name }) => name === referenceName) ?? group[0];
        return group.flatMap((run) => reference === undefined || run === reference ? [] : compareRuns(run, reference, comparison));
    });
    return [...runs.flatMap(describeFailure), ...differences];
}
function demandOf({ method, url, requestedSchema, params }) {
    if (method === 'elicitation/create')
        return url === undefined ? (hasChoices(requestedSchema) ? 'choices' : 'forms') : 'pages';
    return params['tools'] === undefined && params['toolChoice'] === undefined ? 'nothing' : 'tools';
}
/** What a run cannot do of what the others were asked for. */
function nameLacks({ revision, isTask }, demands, tool) {
    const lacks = demands.filter((demand) => !meets(revision, demand));
    const tasks = tool?.task?.support === 'required' && !isTask ? ['tasks'] : [];
    return [...new Set([...lacks, ...tasks])].toSorted().join(' ');
}
function meets(revision, demand) {
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
function describeFailure({ name, outcome }) {
    return 'failure' in outcome ? [`${name}: ${outcome.failure}`] : [];
}
function compareRuns(run, reference, comparison) {
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
function compareOutcomes(run, reference, older, { tool, normalise }) {
    if ('failure' in run.outcome || 'failure' in reference.outcome)
        return [];
    const [actual = {}, expected = {}] = [run, reference].map((each) => {
        const { result, ...rest } = lowerOutcome(each, older, tool);
        return result === undefined ? rest : { result: normalise(result) };
    });
    const isSameKind = Object.keys(actual)[0] === Object.keys(expected)[0];
    const difference = isSameKind
        ? findFirstDifference(actual, expected)
        : `${showJson(actual)}, not ${showJson(expected)}`;
    return difference === undefined ? [] : [difference];
}
function compareQuestions(run, reference, older) {
    const [actual, expected] = [run, reference].map(({ questions }) => countEach(questions.map(nameQuestion)));
    const counted = compareCounts(actual ?? new Map(), expected ?? new Map(), (name, counts) => {
        return `${name} was asked ${counts}`;
    });
    if (counted.length > 0)
        return counted;
    const lower = (each) => each.questions
        .map((question) => [nameQuestion(question), lowerQuestion(question, older)])
        .map(([name, params]) => [name, JSON.stringify(params), params])
        // The order of questions that are asked at once is nobody's promise.
        .toSorted(([leftName, leftText], [rightName, rightText]) => `${leftName}\n${leftText}` < `${rightName}\n${rightText}` ? -1 : 1);
    const others = lower(reference);
    return lower(run).flatMap(([name, , params], index) => {
        const difference = findFirstDifference(params, others[index]?.[2]);
        return difference === undefined ? [] : [`the question ${name} is another one: ${difference}`];
    });
}
function countEach(names) {
    const counts = new Map();
    for (const name of names)
        counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
}
function compareCounts(actual, expected, describe) {
    return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((name) => {
        const [count = 0, wanted = 0] = [actual.get(name), expected.get(name)];
        return count === wanted ? [] : [describe(name, `${sayTimes(count)}, not ${sayTimes(wanted)}`)];
    });
}
function sayTimes(count) {
    return ['never', 'once', 'twice'][count] ?? `${count} times`;
}
