import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpTestSession } from '../wire/http-kit.js';
import { modern, request } from '../wire/wire.js';
import { callModern, connectClient, Load, Tally, type FieldClient } from './field-clients.js';
import { Field, patient } from './field.js';

const call = (id: string, name: string) => request(id, 'tools/call', { name, arguments: { id } });
const textOf = (messages: HttpAnswer['messages']): unknown => messages.at(-1)?.['result']?.content?.[0]?.text;
type HttpAnswer = Awaited<ReturnType<HttpTestSession['post']>>;

/** Environment of a process whose clock differs by some seconds. */
const skewed = (seconds: number) => ({ NODE_OPTIONS: `--import ${skewOf(seconds)}` });

let field: Field;

// Clocks that differ by minutes change nothing, whatever else happens.
beforeAll(async () => {
  field = await Field.open([skewed(120), {}, skewed(-120)]);
  await field.startWorker(skewed(-120));
});
beforeEach(() => field.begin());
afterAll(() => field?.close());

/** Opens sessions of the official client through the balancer. */
const connectAll = (names: readonly string[], tally: Tally): Promise<readonly FieldClient[]> =>
  Promise.all(names.map((name) => connectClient(field.balancer.url, name, tally)));

/** Expects that every client hears of a change exactly once, on whichever node it is made. */
async function expectNews(clients: readonly FieldClient[], limits: typeof patient = patient): Promise<void> {
  for (const client of clients) client.heard.length = 0;
  await clients[0]?.call('tell', 'news');
  await vi.waitFor(
    () => expect(clients.map(({ heard }) => heard)).toEqual(clients.map(() => ['field://news'])),
    limits,
  );
}

/** As `expectNews`, once all clients are back. What changes before that is lost with a process that was killed. */
async function expectNewsAgain(clients: readonly FieldClient[]): Promise<void> {
  await vi.waitFor(() => expectNews(clients, { timeout: 2000, interval: 10 }), patient);
}

/** Expects that no call was run twice. */
function expectRunOnce(): void {
  const calls = field.notes().map((note) => note.split(' ').slice(0, 2).join(' '));
  expect(calls.filter((note, index) => calls.indexOf(note) !== index)).toEqual([]);
}

describe('a process is killed', () => {
  test.each([
    ['a call', 'hold'],
    ['a question', 'greet'],
  ])('while it runs %s: the client gets an error, and its session goes on', async (_, tool) => {
    const { broken } = field.balancer;
    const [tally, held] = [new Tally(), new Tally()];
    const clients = await connectAll(['ada', 'bob', 'cy'], tally);
    const dora = await connectClient(field.balancer.url, 'dora', tally, () => new Promise(() => {}));
    const load = new Load(field.balancer.url, clients, 3, tally, ['echo']);
    await load.more(20);
    const holding = held.count('held', dora.call(tool, 'held'));
    const victim = await field.findRunner(`${tool} held`);
    // A stream can be continued once its first event has come.
    await vi.waitUntil(() => dora.progress.get('held')?.length === 1 || dora.countQuestions() === 1, patient);
    await field.end(victim, 'SIGKILL');
    expect(await holding).toBe(false);
    expect(held.errors.join()).toContain(
      'The process that served the request has ended. It is unknown whether the request was executed.',
    );
    // Two are left.
    await load.more(20);
    // The balancer may hand the first call to the process that is gone.
    await vi.waitFor(async () => expect(await dora.call('echo', 'after')).toBe('after'), patient);
    await field.start(victim);
    await load.more(20);
    const { sent, answered, mixed, twice, errors } = await load.stop();
    expect({ mixed, twice, failed: sent - answered }).toEqual({ mixed: 0, twice: 0, failed: errors.length });
    expect(errors.length).toBeLessThanOrEqual(field.balancer.broken - broken);
    await expectNewsAgain([...clients, dora]);
    expectRunOnce();
  });
});

test('all processes are replaced, one after the other, under load: no call fails', async () => {
  const tally = new Tally();
  const clients = await connectAll(['ada', 'bob', 'cy'], tally);
  const load = new Load(field.balancer.url, [...clients, ...clients], 3, tally, ['greet', 'stroll', 'echo']);
  for (const [index, client] of clients.entries()) {
    await load.more(20);
    const id = `held-${index}`;
    const holding = tally.count(id, client.call('hold', id));
    const runner = await field.findRunner(`hold ${id}`);
    const ending = field.end(runner, 'SIGTERM');
    await field.leave(runner);
    await load.more(20);
    field.release(id);
    expect(await ending).toBe(0);
    expect([await holding, tally.errors]).toEqual([true, []]);
    expect(client.progress.get(id)).toEqual([1, 2]);
    await field.start(runner);
  }
  await load.more(20);
  const { sent, answered, mixed, twice, repeated, errors } = await load.stop();
  const lost = sent - answered;
  expect({ errors, mixed, twice, repeated, lost }).toEqual({ errors: [], mixed: 0, twice: 0, repeated: 0, lost: 0 });
  await expectNews(clients);
  expectRunOnce();
});

test('Redis is killed and started again in the middle of everything: nothing that was confirmed is lost', async () => {
  const tally = new Tally();
  const modernOnly = new Tally();
  const clients = await connectAll(['ada', 'bob'], tally);
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const dora = await connectClient(field.balancer.url, 'dora', tally, () => asked);
  const load = new Load(field.balancer.url, [], 3, modernOnly);
  const held = tally.count('held', clients[0]?.call('hold', 'held') ?? Promise.reject(new Error('No client')));
  const greeted = dora.call('greet', 'hello').catch(String);
  const baking = await field.bake('cake');
  await field.findRunner('hold held');
  await field.findRunner('greet hello');
  await vi.waitUntil(() => field.count('bake cake') === 1, patient);

  await field.redis.kill();
  // A balancer that looks at `/readyz` keeps all of them: it would have none left.
  await field.untilReadiness('200 degraded', '200 degraded', '200 degraded');
  await load.more(20);
  field.release('held');
  field.release('cake');
  // Sessions that a process knows go on; those that it has to read get 503, and are not over.
  const during = await Promise.all(clients.map((client) => client.call('echo', `${client.name}-during`).catch(String)));
  for (const [index, text] of during.entries())
    expect([`${clients[index]?.name}-during`, expect.stringContaining('the store')]).toContainEqual(text);
  await field.redis.restart();
  await field.untilReadiness('200 ok', '200 ok', '200 ok');

  expect(await held).toBe(true);
  answer();
  expect(await greeted).toBe('hello dora');
  await field.untilTask(baking, 'input_required');
  await field.answerTask(baking, 'eve');
  expect((await field.untilTask(baking, 'completed'))['result'].content[0].text).toBe('cake eve');
  expect(['mix', 'bake', 'ice'].map((step) => field.count(`${step} cake`))).toEqual([1, 1, 1]);
  for (const client of [...clients, dora])
    expect(await client.call('echo', `${client.name}-after`)).toBe(`${client.name}-after`);
  const { sent, answered, errors } = await load.stop();
  expect({ errors, lost: sent - answered }).toEqual({ errors: [], lost: 0 });
  expect({ twice: tally.twice, mixed: tally.mixed, errors: tally.errors }).toEqual({ twice: 0, mixed: 0, errors: [] });
  await expectNews([...clients, dora]);
});

describe('one process is cut off from Redis', () => {
  test.each(['cut', 'block'] as const)('(%s): modern calls go on everywhere, sessions at the others', async (fault) => {
    const [a, , c] = field.nodes;
    const known = await c.http.initialize('2025-11-25', {}, { elicitation: {} });
    const unknown = await a.http.initialize('2025-11-25');
    const tally = new Tally();
    const load = new Load(field.balancer.url, [], 3, tally);
    field.cable[fault]();
    await field.untilReadiness('200 ok', '200 ok', '200 degraded');

    await load.more(20);
    expect(await callModern(c.http.url, 'echo', 'modern', tally)).toBe('modern');
    expect(textOf((await known.post(call('known', 'echo'))).messages)).toBe('known');
    const there = new HttpTestSession(c.http, unknown.headers);
    const refused = await there.post(call('unknown', 'echo'));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.messages[0]?.['error'].message).toContain('the store');
    expect(textOf((await unknown.post(call('elsewhere', 'echo'))).messages)).toBe('elsewhere');
    // Sessions that begin at the others are not concerned.
    field.balancer.targets = field.nodes.slice(0, 2).map(({ http }) => http.url);
    const client = await connectClient(field.balancer.url, 'ada', tally);
    expect(await client.call('greet', 'hello')).toBe('hello ada');

    field.cable.restore();
    await field.untilReadiness('200 ok', '200 ok', '200 ok');
    expect(textOf((await there.post(call('again', 'echo'))).messages)).toBe('again');
    const { sent, answered, errors } = await load.stop();
    expect({ errors, lost: sent - answered }).toEqual({ errors: [], lost: 0 });
    expectRunOnce();
  });
});

test('clocks that differ by minutes open the state of a question that others have sealed', async () => {
  const [fast, , slow] = field.nodes;
  const told = [fast, slow].map(({ http }) => http.post(modern(1, 'tools/call', { name: 'tell', arguments: {} })));
  const clocks = (await Promise.all(told)).map(({ messages }) => Number(textOf(messages)));
  expect((clocks[0] ?? 0) - (clocks[1] ?? 0)).toBeGreaterThan(200_000);
  // In both directions.
  const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  for (const [from, to] of [
    [fast, slow],
    [slow, fast],
  ] as const) {
    const params = { name: 'greet', arguments: { id: 'sealed' } };
    const {
      messages: [question],
    } = await from.http.post(modern(1, 'tools/call', params, able));
    const { requestState } = question?.['result'] ?? {};
    const inputResponses = { name: { action: 'accept', content: { name: 'eve' } } };
    const { messages } = await to.http.post(modern(2, 'tools/call', { ...params, requestState, inputResponses }, able));
    expect(textOf(messages)).toBe('sealed eve');
  }
});

/** URL of a module that sets the clock of a process. */
function skewOf(seconds: number): string {
  const code = `
    const Real = Date;
    const now = () => Real.now() + ${seconds} * 1000;
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
