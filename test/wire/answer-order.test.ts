import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../runtime/index.js';
import { anything, makeDefinition, makeHandlers, makeTool, throwing } from './fixture-server.js';
import { ask, converseIn, revisions, talkIn } from './revision-client.js';
import { cancellation, turn, type Subject, type Wire } from './wire.js';

/** Tools whose validators are in two files, the second of which is read more slowly; a prompt and resources. */
function makeShop(tools: object = {}): Subject {
  const slowly = async () => {
    for (let count = 0; count < 10; count += 1) await turn();
    return { input: anything };
  };
  const definition = makeDefinition({
    tools: [
      makeTool('greet'),
      makeTool('double', { validators: slowly }),
      makeTool('add'),
      makeTool('fail', { validators: slowly }),
    ],
    prompts: [
      { name: 'p', fields: {}, arguments: [] },
      { name: 'static', fields: {}, arguments: [], messages: async () => () => [] },
    ],
    resources: [
      { uri: 'app://r', fields: {} },
      { uri: 'app://static', fields: {}, content: async () => ({ text: 'Hi' }) },
    ],
  });
  const own = { greet: () => 'a', double: () => 'b', add: () => 'c', fail: throwing(new ProtocolError(1001, 'no')) };
  const handlers = makeHandlers({
    tools: { ...own, ...tools },
    prompts: { p: () => 'Hi', static: () => 'never' },
    resources: { 'app://r': () => 'Hi', 'app://static': () => 'never' },
  });
  return { definition, handlers };
}

const idsOf = (answers: readonly Wire[]): readonly unknown[] => answers.map(({ id }) => id as unknown);

describe.each(revisions)('answers that are ready at once come in the order of requests in %s', (revision) => {
  const call = (id: unknown, name: string): Wire => ask(revision, id, 'tools/call', { name });
  const mixed = (first: number): readonly Wire[] =>
    [
      call(0, 'greet'),
      call(1, 'double'),
      call(2, 'add'),
      ask(revision, 3, 'prompts/get', { name: 'p' }),
      call(4, 'fail'),
      ask(revision, 5, 'resources/read', { uri: 'app://r' }),
      call(6, 'nobody'),
      ask(revision, 7, 'prompts/get', { name: 'static' }),
      ask(revision, 8, 'resources/read', { uri: 'app://static' }),
      ask(revision, 9, 'prompts/get', { name: 'nobody' }),
      call(10, 'greet'),
    ].map((message, index) => ({ ...message, id: first + index }));
  const inOrder = (first: number): readonly number[] => Array.from({ length: 11 }, (_, index) => first + index);

  test('greet, double, add, whose code is loaded first', async () => {
    const asked = [call(2, 'greet'), call(3, 'double'), call(4, 'add')];
    expect(idsOf(await talkIn(revision, makeShop(), asked))).toEqual([2, 3, 4]);
  });

  test('calls, prompts, resources and errors, before and after their code is loaded', async () => {
    const opened = await converseIn(revision, makeShop());
    for (const first of [100, 200]) {
      opened.send(...mixed(first));
      const answers = [];
      while (answers.length < 11) answers.push(await opened.next());
      expect(idsOf(answers)).toEqual(inOrder(first));
    }
  });

  test('and a request that is refused at once, with nothing before it, is answered', async () => {
    const opened = await converseIn(revision, makeShop());
    expect(await opened.ask(call(1, 'greet'))).toMatchObject({ id: 1, result: {} });
    const refused = await opened.ask(call(2, 'nobody'));
    expect(refused).toMatchObject({ id: 2, error: { code: -32602 } });
    expect(await opened.end()).toEqual([]);
  });

  test('and do not wait for a handler that waits, nor does a handler for another', async () => {
    let answerLate: (answer: string) => void = () => {};
    const wait = (): Promise<string> =>
      new Promise((resolve) => {
        answerLate = resolve;
      });
    const opened = await converseIn(revision, makeShop({ greet: wait }));
    for (const ids of [
      [1, 2, 3],
      [4, 5, 6],
    ]) {
      const [slow, ...fast] = ids;
      opened.send(call(slow, 'greet'), ...fast.map((id) => call(id, id % 3 === 2 ? 'double' : 'add')));
      expect(idsOf([await opened.next(), await opened.next()])).toEqual(fast);
      answerLate('late');
      expect(idsOf([await opened.next()])).toEqual([slow]);
    }
  });

  test('and do not wait for a request that was cancelled while its code was loaded', async () => {
    const opened = await converseIn(revision, makeShop());
    const cancel = cancellation(1);
    opened.send(call(1, 'double'), call(2, 'add'), cancel);
    expect(idsOf([await opened.next()])).toEqual([2]);
    expect(await opened.end()).toEqual([]);
  });
});
