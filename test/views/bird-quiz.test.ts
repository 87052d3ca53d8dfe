import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { openAppsHost } from './apps-host/open-apps-host.js';

interface Question {
  readonly number: number;
  readonly choices: readonly string[];
  readonly picture: { readonly posture: string; readonly colours: object };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server: AskedServer;
let browser: Browser;

beforeAll(async () => {
  server = await askServer('dist/birds/server.mjs', { carrier: 'stdio', revision: '2025-11-25' });
  browser = await startChromium();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Starts a quiz; gives the result and, for each question, the name of the bird. */
async function startQuiz(count: number) {
  const { result } = await server.call('start_quiz', { count });
  const { questions } = result.structuredContent as { readonly questions: readonly Question[] };
  const names: string[] = [];
  for (const { number } of questions) {
    const answer = await server.call('check_answer', { number, answer: 'nobody' });
    expect(answer.result.structuredContent).toMatchObject({ isRight: false });
    names.push((answer.result.structuredContent as { bird: { name: string } }).bird.name);
  }
  return { result: result as { readonly content: readonly { readonly text: string }[] }, questions, names };
}

test('every bird can be asked for, with a picture of its own and the right name among four', async () => {
  const { result, questions, names } = await startQuiz(36);
  expect(new Set(names).size).toBe(36);
  expect(new Set(questions.map(({ picture }) => JSON.stringify(picture))).size).toBe(36);
  for (const [index, { choices }] of questions.entries()) {
    expect(new Set(choices).size).toBe(4);
    expect(choices).toContain(names[index]);
  }
  // A host without views has what it needs to ask by itself.
  const lines = result.content[0]?.text.split('\n') ?? [];
  expect(lines).toHaveLength(36);
  expect(lines[0]).toMatch(
    new RegExp(`^Bird ${questions[0]?.number} \\(feet: .+\\): ${questions[0]?.choices.join(', ')}\\?$`),
  );
});

test('the view draws the birds, counts the right answers and tells the model', { timeout: 60_000 }, async () => {
  const { result, questions, names } = await startQuiz(2);
  const { contents } = (await server.ask('resources/read', { uri: 'ui://birds/quiz' })).result as {
    readonly contents: readonly { readonly text: string }[];
  };
  const callServer = async (name: string, input: object) => (await server.call(name, input)).result;
  const host = await openAppsHost(browser, callServer, { width: 500 });
  const quiz = await host.show({ html: contents[0]?.text ?? '', csp: {}, hostContext: { theme: 'light' } });
  await host.tell('sendResult', result);

  await quiz.getByText('Bird 1 of 2').waitFor();
  await quiz.getByRole('img', { name: 'A drawing of a bird. feet: ' }).waitFor();
  await quiz.getByRole('button', { name: names[0] ?? '', exact: true }).click();
  await quiz.getByText(`Yes: it is the ${names[0]}`).waitFor();
  await host.page.keyboard.press('Enter');
  await quiz.getByText('Bird 2 of 2').waitFor();
  const wrong = questions[1]?.choices.find((choice) => choice !== names[1]) ?? '';
  await quiz.getByRole('button', { name: wrong, exact: true }).click();
  await quiz.getByText(`No: it is the ${names[1]}`).waitFor();
  await quiz.evaluate(axe);
  const { violations } = await quiz.evaluate<AxeResults>(`axe.run()`);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await quiz.getByRole('button', { name: 'Show the result' }).click();
  await quiz.getByText('You knew 1 of 2 birds.').waitFor();
  const text = 'The user has finished the quiz and knew 1 of 2 birds.';
  await expect
    .poll(() => host.news.filter(({ kind }) => kind === 'context'))
    .toEqual([{ kind: 'context', content: [{ type: 'text', text }] }]);
  expect(host.errors).toEqual([]);
  await host.close();
});
