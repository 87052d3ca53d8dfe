import { mutateText } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { checkReports } from '../engine/watch-reports.js';
import { Violation, withinBounds } from '../invariants.js';
import { ExpectedAnswers, isObject } from './check-answers.js';
import { modern } from './legal-messages.js';
import { readLines, runSession } from './run-session.js';

const stateKeys = ['a key of the fuzzer, which is long enough'];
const question = modern(1, ['tools/call', { name: 'form', arguments: {} }]);

/** Sends a state with the answer of the user, and gives the server's answer. */
async function retry(requestState: string): Promise<{ readonly [member: string]: unknown }> {
  const inputResponses = { 'elicitation/create': { action: 'accept', content: { name: 'x' } } };
  const message = modern(1, ['tools/call', { name: 'form', arguments: {}, requestState, inputResponses }]);
  const line = `${JSON.stringify(message)}\n`;
  const received = readLines(await runSession([Buffer.from(line)], { start: { stateKeys } }));
  new ExpectedAnswers([message], '2025-11-25').check(received);
  return received[0] as { readonly [member: string]: unknown };
}

let sealed: Promise<string> | undefined;

/** The state that a server seals when its tool asks a question. */
async function sealState(): Promise<string> {
  const line = `${JSON.stringify(question)}\n`;
  const [answer] = readLines(await runSession([Buffer.from(line)], { start: { stateKeys } }));
  const result = isObject(answer) && isObject(answer['result']) ? answer['result'] : {};
  return String(result['requestState']);
}

/**
 * Changed states: each input has the place of a change in a state that was just sealed, and what stands there instead; the
 * state itself differs from run to run.
 */
export const states: Target<readonly string[]> = {
  name: 'states',
  seeds: () => [[''], ['', 'A'], ['1.', '.'], ['', '', '', '=']],
  mutate: (edits, other, random) => {
    const text = mutateText(
      edits.join('|'),
      other.join('|'),
      ['1.', '2.', '.', '=', '-', '_', 'A', '|', '|||'],
      random,
    );
    return text.slice(0, 400).split('|');
  },
  run: async (edits) => {
    sealed ??= sealState();
    const state = await sealed;
    const changed = applyEdits(state, edits);
    await withinBounds(changed.length, async () => {
      const { error, result } = await retry(changed);
      if (changed === state) {
        if (result === undefined)
          throw new Violation('still serves', `the untouched state is refused: ${JSON.stringify(error)}`);
      } else if (!isObject(error) || error['code'] !== -32602) {
        throw new Violation('states are sealed', JSON.stringify({ state, changed, error, result }));
      }
    });
    checkReports();
    return 1;
  },
};

/** Puts each text over a part of the state; the position depends on the text and on its place in the list. */
function applyEdits(state: string, edits: readonly string[]): string {
  let changed = state;
  for (const [index, edit] of edits.entries()) {
    const at =
      [...edit].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), index * 97) %
      (changed.length + 1);
    changed = changed.slice(0, at) + edit + changed.slice(at + (index % 2 === 0 ? edit.length : 0));
  }
  return changed;
}
