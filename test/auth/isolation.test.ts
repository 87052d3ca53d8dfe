import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { createProject } from '../kit/build-server.js';
import { startBalancer, type Balancer } from '../kit/start-balancer.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';
import { HttpTarget } from '../wire/http-kit.js';
import type { RawStream } from '../wire/raw-http.js';
import { fromTaskClient } from '../wire/task-client.js';
import type { Wire } from '../wire/wire.js';
import { startIssuer, type TestIssuer } from './issuer.js';
import { files, filesWithRedis, resource, User } from './shared-server.js';

/** A store of sessions, tasks and subscriptions, and how many processes share it. */
interface StoreSetting {
  readonly kind?: 'redis';
  readonly processes: number;
}

const stores: readonly (readonly [name: string, setting: StoreSetting])[] = [
  ['in memory', { processes: 1 }],
  ['in the Redis of two processes', { kind: 'redis', processes: 2 }],
];

const [issuer, second] = await Promise.all([startIssuer(), startIssuer()]);
const accept = (name: string) => ({ action: 'accept', content: { name } });
const notFound = { code: -32602, message: 'Task not found' };
const textOf = (result: Wire): unknown => result['content']?.[0]?.text;

/** The tokens that the API got. */
const sent: (string | undefined)[] = [];
const api = createServer((request, response) => {
  sent.push(request.headers.authorization);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true}');
});
api.listen(0, '127.0.0.1');
await once(api, 'listening');
afterAll(() => void api.close().closeAllConnections());

describe.each(stores)('what belongs to a user %s', (_store, { kind, processes }) => {
  const servers: HttpServer[] = [];
  let balancer: Balancer;
  let valkey: Valkey | undefined;
  let ada: User;
  let others: { readonly bob: User; readonly namesake: User };

  beforeAll(async () => {
    const project = await createProject(kind === undefined ? files : filesWithRedis);
    valkey = kind === 'redis' ? await startValkey() : undefined;
    const bundle = await project.bundle();
    while (servers.length < processes) {
      const server = await startHttpServer(bundle, {
        SHARED_ISSUER: issuer.url,
        SHARED_SECOND_ISSUER: second.url,
        SHARED__SHELF__BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
        SHARED__SHELF__LOGIN_TOKEN: 'of-the-operator',
        ...(valkey === undefined ? {} : { MCP_REDIS_URL: valkey.url }),
      });
      servers.push(server);
    }
    // Each request reaches another process than the one before it.
    balancer = await startBalancer(servers.map(({ url }) => url));
    const target = new HttpTarget(balancer.url);
    const login = async (at: TestIssuer, sub: string) =>
      new User(target, await at.sign(at.claims(resource, { sub })), `${at.url} ${sub}`);
    ada = await login(issuer, 'ada');
    others = { bob: await login(issuer, 'bob'), namesake: await login(second, 'ada') };
  }, 60_000);

  afterAll(async () => {
    balancer.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await valkey?.stop();
  });

  // The same name at another issuer is another user.
  describe.each(['bob', 'namesake'] as const)('is not that of %s:', (name) => {
    let other: User;

    beforeAll(() => {
      other = others[name];
    });

    test('a session', async () => {
      const session = await ada.openSession();
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      expect((await session.post(ping, other.headers)).status).toBe(404);
      expect((await session.send('GET', other.headers)).status).toBe(404);
      expect((await session.send('DELETE', other.headers)).status).toBe(404);
      expect((await session.post(ping)).status).toBe(200);
    });

    test('a question of a session, and the stream with its answer', async () => {
      const [session, foreign] = [await ada.openSession(), await other.openSession()];
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'greet', arguments: {} } };
      const stream = await session.stream(call);
      const { id: lastEventId } = (await stream.next()) ?? {};
      const question = await stream.nextMessage();
      expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Your name?' } });
      const answer = (given: string) => ({ jsonrpc: '2.0', id: question?.['id'], result: accept(given) });
      // The ids of questions and events of one session are those of the other, too.
      await foreign.post(answer('Mallory'));
      expect(lastEventId).toEqual(expect.any(String));
      const resumed = await foreign.send('GET', { 'Last-Event-ID': lastEventId });
      expect(resumed).toMatchObject({ status: 400, messages: [{ error: { code: -32600 } }] });
      expect((await session.post(answer('Ada'))).status).toBe(202);
      expect(textOf((await stream.nextMessage())?.['result'] as Wire)).toBe(`${ada.principal}: Ada`);
    });

    test('a sealed state', async () => {
      const asked = await ada.call('greet');
      expect(asked).toMatchObject({ resultType: 'input_required' });
      const answered = { requestState: asked['requestState'] as string, inputResponses: { name: accept('Mallory') } };
      expect(await other.call('greet', answered)).toEqual({
        code: -32602,
        message: 'Invalid params: requestState is invalid or has expired',
      });
      const own = await ada.call('greet', { ...answered, inputResponses: { name: accept('Ada') } });
      expect(textOf(own)).toBe(`${ada.principal}: Ada`);
    });

    test('a task: reading, answering, cancelling', async () => {
      const taskId = (await ada.call('bake'))['taskId'] as string;
      await ada.untilTask(taskId, 'input_required');
      expect(await other.task('get', taskId)).toEqual(notFound);
      expect(await other.task('update', taskId, { inputResponses: { name: accept('Mallory') } })).toEqual(notFound);
      expect(await other.task('cancel', taskId)).toEqual(notFound);
      await ada.task('update', taskId, { inputResponses: { name: accept('Ada') } });
      const done = await ada.untilTask(taskId, 'completed');
      expect(textOf(done['result'] as Wire)).toBe(`${ada.principal}: Ada`);
    });

    test('a subscription to tasks; updates of resources are for all callers', async () => {
      const taskId = (await ada.call('bake'))['taskId'] as string;
      const foreignId = (await other.call('bake'))['taskId'] as string;
      const wanted = { taskIds: [taskId, foreignId], resourceSubscriptions: ['shared://stock'] };
      const listen = async (user: User): Promise<readonly [RawStream, Wire | undefined]> => {
        const stream = await user.stream(fromTaskClient('w', 'subscriptions/listen', { notifications: wanted }));
        return [stream, await stream.nextMessage()];
      };
      const [mine, acknowledged] = await listen(ada);
      const [theirs, acknowledgedToo] = await listen(other);
      expect(acknowledged?.['params'].notifications.taskIds).toEqual([taskId]);
      expect(acknowledgedToo?.['params'].notifications.taskIds).toEqual([foreignId]);
      await ada.task('cancel', taskId);
      expect(textOf(await ada.call('restock'))).toBe('Success');
      const own = await listUntilUpdate(mine);
      expect(own).toContainEqual(expect.objectContaining({ taskId, status: 'cancelled' }));
      // What came before the update of the resource, which the server sent after it had cancelled the task.
      const foreign = await listUntilUpdate(theirs);
      expect(foreign.filter((task) => task['taskId'] !== foreignId)).toEqual([]);
      await other.task('cancel', foreignId);
    });

    test('a credential of an API', async () => {
      const bearer = ({ principal }: User) => `Bearer ${Buffer.from(principal).toString('base64url')}`;
      sent.length = 0;
      await Promise.all([ada.call('whoAmI'), other.call('whoAmI')]);
      await ada.call('whoAmI');
      expect(sent.slice(0, 2).toSorted()).toEqual([bearer(ada), bearer(other)].toSorted());
      expect(sent.slice(2)).toEqual([bearer(ada)]);
    });
  });
});

/** The tasks of the notifications before that of the resource. */
async function listUntilUpdate(stream: RawStream): Promise<readonly Wire[]> {
  const tasks: Wire[] = [];
  for (;;) {
    const message = await stream.nextMessage();
    if (message?.['method'] !== 'notifications/tasks') {
      expect(message).toMatchObject({ method: 'notifications/resources/updated', params: { uri: 'shared://stock' } });
      return tasks;
    }
    tasks.push(message['params'] as Wire);
  }
}
