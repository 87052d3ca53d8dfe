/** Steps of a durable task. */
const steps = ['mix', 'bake', 'ice'];

/**
 * Compares calls with what handlers have run.
 *
 * @param {{ kind: string, text: string, at: number, ms: number, error?: string, isCut?: boolean }[]} calls
 * @param {Map<string, number[]>} ledger Processes that ran each text.
 * @param {{ from: number, to: number, pids: number[] }} kill Time in which processes were killed, and which.
 */
export function judgeCalls(calls, ledger, kill) {
  const counts = { sent: calls.length, answered: 0, cut: 0, lost: 0, wrong: 0, notRun: 0, twice: 0, stepsRunAgain: 0 };
  const problems = new Map();
  const fail = (count, message) => {
    counts[count] += 1;
    problems.set(message, (problems.get(message) ?? 0) + 1);
  };
  for (const call of calls) {
    const { again, missing, repeated } = countRuns(call, ledger, kill);
    counts.stepsRunAgain += again;
    if (repeated > 0) fail('twice', `${call.kind}: run twice`);
    if (call.error === undefined) {
      counts.answered += 1;
      if (missing > 0) fail('notRun', `${call.kind}: answered, but not run`);
    } else if (isExplained(call, ledger, kill)) counts.cut += 1;
    else fail(call.isCut ? 'lost' : 'wrong', `${call.kind}: ${call.error}`);
  }
  return { counts, problems };
}

function countRuns({ kind, text }, ledger, { pids }) {
  const counts = { again: 0, missing: 0, repeated: 0 };
  for (const each of kind === 'durable task' ? steps.map((step) => `${text} ${step}`) : [text]) {
    const runs = ledger.get(each) ?? [];
    if (runs.length === 0) counts.missing += 1;
    // A step that was interrupted with its process is run again, as the tool has `idempotentHint`.
    const isInterrupted = kind === 'durable task' && runs.length === 2 && runs.some((pid) => pids.includes(pid));
    if (isInterrupted) counts.again += 1;
    else if (runs.length > 1) counts.repeated += 1;
  }
  return counts;
}

/** Whether a call was on its way when a node was killed, and no other process ran it. */
function isExplained({ kind, text, at, ms, isCut }, ledger, { from, to, pids }) {
  const isInFlight = at <= to && at + ms >= from;
  // A task whose client was cut off from its id goes on.
  const isElsewhere = kind !== 'durable task' && (ledger.get(text) ?? []).some((pid) => !pids.includes(pid));
  return isCut && isInFlight && !isElsewhere;
}
