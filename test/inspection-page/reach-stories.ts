import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame, Page } from 'playwright-core';
import { choose, patience, resultOf, startPageSession, type PageSession } from './page-session.js';

/** View that reaches out in the way that its tool names, and shows the outcome. */
const view = `import { openSpy } from '../../generated/views/spy.ts';
type Outcome = Promise<string>;
const state = document.body.appendChild(document.createElement('p'));
const say = (text: string) => { state.textContent = 'Ended: ' + text; };
addEventListener('message', ({ data }) => { if (typeof data === 'string') say(data); });

async function connect(ice: RTCIceServer[]): Outcome {
  if (typeof RTCPeerConnection !== 'function') return 'no constructor';
  const connection = new RTCPeerConnection({ iceServers: ice });
  connection.createDataChannel('way out');
  await connection.setLocalDescription(await connection.createOffer());
  if (connection.iceGatheringState === 'complete') return 'gathered';
  return new Promise((resolve) => {
    // The listeners do not answer: the first of both protocols ends the attempt.
    connection.onicegatheringstatechange = () => { if (connection.iceGatheringState === 'complete') resolve('gathered'); };
  });
}

openSpy().onResult(({ text }) => {
  const { way, udp, tcp, other } = JSON.parse(text);
  const ice = [
    { urls: 'stun:127.0.0.1:' + udp },
    { urls: 'turn:127.0.0.1:' + tcp + '?transport=tcp', username: 'name', credential: 'word' },
  ];
  const script = 'const connect = ' + connect + '; connect(' + JSON.stringify(ice) + ').then((text) => parent.postMessage(text, "*"), (error) => parent.postMessage(String(error), "*"));';
  const http = 'http://127.0.0.1:' + tcp;
  const add = (change: (frame: HTMLIFrameElement) => void, parent: Node = document.body) => {
    const frame = document.createElement('iframe');
    change(frame);
    parent.appendChild(frame);
    return frame;
  };
  const ways: { readonly [name: string]: () => void | Outcome } = {
    peer: () => connect(ice),
    blank: async () => {
      const { RTCPeerConnection: Fresh } = add(() => {}).contentWindow as unknown as typeof globalThis;
      Object.assign(window, { RTCPeerConnection: Fresh });
      return connect(ice);
    },
    srcdoc: () => void add((frame) => { frame.srcdoc = '<script>' + script + '<' + '/script>'; }),
    nested: () => void add((frame) => {
      const inner = '<script>' + script.replaceAll('parent.', 'parent.parent.') + '<' + '/script>';
      frame.srcdoc = '<iframe srcdoc="' + inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"></iframe>';
    }),
    javascript: () => void add((frame) => { frame.src = 'javascript:' + encodeURIComponent(script + ';0'); }),
    blob: () => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => say(violatedDirective));
      add((frame) => { frame.src = URL.createObjectURL(new Blob(['<script>' + script + '<' + '/script>'], { type: 'text/html' })); });
    },
    popup: async () => String(open('about:blank')),
    worker: async () => new Promise((resolve) => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
      try { new Worker(URL.createObjectURL(new Blob([script]))); } catch (error) { resolve(String(error)); }
    }),
    hints: async () => {
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender']) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href: http + '/' + rel }));
      }
      return fetch(http + '/fetch').then(() => 'fetched', () => 'refused');
    },
    navigation: () => { location.href = http + '/navigation'; },
    refresh: () => { document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=' + http + '/refresh">'); },
    sandbox: () => { location.href = location.href.replace(/csp=.*/u, 'csp=' + encodeURIComponent(JSON.stringify({ connectDomains: [http] }))); },
    allowed: async () => {
      const answer = await fetch('http://127.0.0.1:' + other + '/moved');
      const socket = new WebSocket('ws://127.0.0.1:' + other + '/socket');
      await new Promise((resolve) => { socket.onerror = resolve; });
      return answer.text();
    },
  };
  void Promise.resolve(ways[way]!()).then((text) => text !== undefined && say(text), (error: Error) => say(error.name));
});
`;

const definition = (allowed: number): string => `server: { name: spies, version: 1.0.0 }
tools:
  reach_out:
    description: Reaches out of the view.
    inputSchema: { type: object, properties: { way: { type: string, description: JSON. } }, required: [way] }
    ui: { view: ../views/spy, csp: { connectDomains: ['http://127.0.0.1:${allowed}', 'ws://127.0.0.1:${allowed}'] } }
`;

/** Stories of views that try to reach other origins. */
export function reachStories(shared: () => PageSession): void {
  const udp = createSocket('udp4');
  /** Datagrams and connections that arrived where no view may reach. */
  const arrived: string[] = [];
  /** Paths that arrived at the origin of `connectDomains`. */
  const allowed: string[] = [];
  const forbiddenServer = createServer((_request, response) => response.end());
  const allowedServer = createServer((request, response) => {
    allowed.push(request.url!);
    const moved = request.url === '/moved' ? { location: '/here' } : {};
    response.writeHead(request.url === '/moved' ? 302 : 200, { 'access-control-allow-origin': '*', ...moved }).end('here');
  });
  let session: PageSession;

  beforeAll(async () => {
    udp.on('message', () => arrived.push('UDP'));
    forbiddenServer.on('connection', () => arrived.push('TCP'));
    allowedServer.on('upgrade', (request, socket) => {
      allowed.push(request.url!);
      socket.destroy();
    });
    await once(udp.bind(0, '127.0.0.1'), 'listening');
    for (const server of [forbiddenServer, allowedServer]) await once(server.listen(0, '127.0.0.1'), 'listening');
    session = await startPageSession(
      {
        'definitions/spies.mcp.yaml': definition(portOf(allowedServer)),
        'views/spy/view.ts': view,
        'handlers/tools/reach-out.ts': `import type { ReachOut } from '../../generated/handlers.ts';
export const reachOut: ReachOut = ({ way }) => way;
`,
      },
      shared().browser,
    );
  });

  afterAll(async () => {
    await session.close();
    udp.close();
    for (const server of [forbiddenServer, allowedServer]) {
      server.close();
      server.closeAllConnections();
    }
  });

  /** Opens the page, calls the tool, and shows its view. */
  async function reachOut(way: string, prepare = async (_page: Page): Promise<void> => {}): Promise<Page> {
    arrived.length = 0;
    const page = await session.open();
    await prepare(page);
    await choose(page, 'reach_out');
    const ports = { udp: udp.address().port, tcp: portOf(forbiddenServer), other: portOf(allowedServer) };
    await page.getByRole('textbox', { name: 'way' }).fill(JSON.stringify({ way, ...ports }));
    await page.getByRole('button', { name: 'Call the tool' }).click();
    await resultOf(page).getByText('Answered in').waitFor();
    await resultOf(page).getByRole('tab', { name: 'App' }).click();
    return page;
  }

  const outcomeOf = async (page: Page): Promise<string | null> =>
    page.frameLocator('main iframe').getByText(/^Ended: /u).textContent();

  test.each([
    ['peer', 'no constructor'],
    ['blank', 'SecurityError'],
    ['blob', 'frame-src'],
    ['popup', 'null'],
    ['worker', 'worker-src'],
    ['hints', 'refused'],
  ])('a view reaches no other origin: %s', async (way, outcome) => {
    const page = await reachOut(way);
    expect(await outcomeOf(page)).toBe(`Ended: ${outcome}`);
    expect(arrived).toEqual([]);
    await page.context().close();
  });

  test.each(['srcdoc', 'nested', 'javascript'])('a frame of a view reaches no other origin: %s', async (way) => {
    // Chromium 156 ends the process of the view when such a frame makes a peer connection.
    const page = await reachOut(way, async (opened) => void opened.on('crash', () => (ended = 'no process')));
    let ended = '';
    await expect
      .poll(async () => ended || outcomeOf(page).catch(() => ''), { timeout: patience })
      .toMatch(/^(?:no process|Ended: gathered)$/u);
    expect(arrived).toEqual([]);
    await page.context().close();
  });

  test.each(['navigation', 'refresh', 'sandbox'])('a view does not leave its frame: %s', async (way) => {
    const page = await reachOut(way);
    await expect.poll(() => viewFrame(page)?.url(), { timeout: patience }).toBe('chrome-error://chromewebdata/');
    expect(arrived).toEqual([]);
    await page.context().close();
  });

  test('a view that navigates to a sandbox with another policy is not shown there, in a browser without the allowlist', async () => {
    const page = await reachOut('sandbox', withoutAllowlist);
    await expect.poll(() => viewFrame(page)?.url(), { timeout: patience }).toContain('connectDomains');
    const frame = viewFrame(page)!;
    await frame.waitForLoadState();
    // The page handles messages in order: its answer comes after all that it sends to the new document.
    await frame.evaluate(async () => {
      const answered = new Promise((resolve) => {
        addEventListener('message', ({ data }) => data?.id === 'last' && resolve(undefined));
      });
      parent.postMessage({ jsonrpc: '2.0', id: 'last', method: 'ping' }, '*');
      await answered;
    });
    expect(await frame.title()).toBe('View');
    await page.context().close();
  });

  test('a view has no WebRTC of its own in a browser without the allowlist', async () => {
    const page = await reachOut('peer', withoutAllowlist);
    expect(await outcomeOf(page)).toBe('Ended: no constructor');
    expect(arrived).toEqual([]);
    await page.context().close();
  });

  test('a view reaches the origins of its csp', async () => {
    const page = await reachOut('allowed');
    expect(await outcomeOf(page)).toBe('Ended: here');
    expect(allowed).toEqual(['/moved', '/here', '/socket']);
    await page.context().close();
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function viewFrame(page: Page): Frame | undefined {
  return page.frames().find((frame) => frame !== page.mainFrame());
}

/** Takes the allowlist from the sandbox, as browsers that do not know it do. */
function withoutAllowlist(page: Page): Promise<void> {
  return page.route('**/sandbox?**', async (route) => {
    const response = await route.fetch();
    const { 'connection-allowlist': _allowlist, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}
