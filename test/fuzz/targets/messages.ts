import fc from 'fast-check';
import { expandNesting, mutateValue, type Value } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { checkReports } from '../engine/watch-reports.js';
import { withinBounds } from '../invariants.js';
import { ExpectedAnswers, isObject } from './check-answers.js';
import {
  anyMessage,
  initialize,
  initialized,
  legacy,
  legacyRevisions,
  legalCalls,
  modern,
  protocolWords,
} from './legal-messages.js';
import { readLines, runSession } from './run-session.js';

/** A session: what the client sends at once, and how it answers the requests of the server, in turn. */
interface Session {
  readonly messages: readonly Value[];
  readonly answers: readonly Value[];
}

const answers: readonly Value[] = [
  { result: { action: 'accept', content: { name: 'x', age: 3 } } },
  { result: { roots: [{ uri: 'file:///a' }] } },
  { result: { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' } },
  { error: { code: -1, message: 'no' } },
];

/** Whole sessions on stdin and stdout, in both eras, with legal and illegal messages. */
export const messages: Target<Session> = {
  name: 'messages',
  seeds: () => [
    ...legacyRevisions.map((revision) => ({
      messages: [initialize(revision), initialized, ...legalCalls.map((call, id) => legacy(id, call))],
      answers,
    })),
    { messages: legalCalls.map((call, id) => modern(id, call)), answers },
    ...legalCalls.map((call) => ({ messages: [modern(1, call), legacy(2, call)], answers: [] })),
    { messages: [initialize('2025-03-26'), legalCalls.map((call, id) => legacy(id, call))], answers },
  ],
  grammar: fc.record({
    messages: fc.array(fc.oneof({ weight: 9, arbitrary: anyMessage }, fc.array(anyMessage)), { maxLength: 12 }),
    answers: fc.array(fc.constantFrom(...answers), { maxLength: 3 }),
  }),
  mutate: (session, other, random) => ({
    messages: asList(mutateValue(session.messages, other.messages, protocolWords, random)),
    answers: random.chance(0.1)
      ? asList(mutateValue(session.answers, other.answers, protocolWords, random))
      : session.answers,
  }),
  run: async (session) => {
    const given = asList(session.messages).filter((message) => message !== undefined);
    const lines = given.map((message) => expandNesting(JSON.stringify(message)));
    const text = lines.map((line) => `${line}\n`).join('');
    const sent = lines.map((line) => JSON.parse(line) as unknown);
    const ids: unknown[] = [];
    const react = (output: string): string | undefined => {
      const asked = output
        .split('\n')
        .flatMap(findQuestion)
        .filter((id) => !ids.includes(id));
      const replies = asked.map((id, index) => {
        const answer = session.answers[(ids.length + index) % session.answers.length] ?? {};
        const reply = isObject(answer) ? { jsonrpc: '2.0', id, ...answer } : answer;
        sent.push(JSON.parse(JSON.stringify(reply)));
        return `${JSON.stringify(reply)}\n`;
      });
      ids.push(...asked);
      return session.answers.length > 0 && replies.length > 0 ? replies.join('') : undefined;
    };
    const received = await withinBounds(text.length, () => runSession([Buffer.from(text)], { react }));
    new ExpectedAnswers(sent, '2025-11-25').check(readLines(received));
    checkReports();
    return given.length;
  },
};

function asList(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [value];
}

/** The id of a request of the server. */
function findQuestion(line: string): readonly unknown[] {
  if (!line.includes('"method"') || !line.endsWith('}')) return [];
  const message: unknown = JSON.parse(line);
  return isObject(message) && message['id'] !== undefined && message['method'] !== undefined ? [message['id']] : [];
}
