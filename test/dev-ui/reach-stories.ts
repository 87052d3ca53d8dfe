import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Frame, Page, Route } from 'playwright-core';
import { choose, patience, resultOf, type UiSession } from './ui-session.js';

/** View that reaches out in the way that its tool names, and shows the outcome. */
const view = `import { openSpy } from '../../generated/views/spy.ts';
type Outcome = Promise<string>;
const state = document.body.appendChild(document.createElement('p'));
let way = '';
const say = (text: string) => { state.textContent = 'Ended: ' + way + ': ' + text; };
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
  const { udp, tcp, other, ...rest } = JSON.parse(text);
  way = rest.way;
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
    srcdoc: () => void add((frame) => {
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

const definition = (allowed: number): string => `tools:
  reach_out:
    description: Reaches out of the view.
    inputSchema: { type: object, properties: { way: { type: string, description: JSON. } }, required: [way] }
    ui: { view: ../views/spy, csp: { connectDomains: ['http://127.0.0.1:${allowed}', 'ws://127.0.0.1:${allowed}'] } }
`;

/** Origins around the page. */
export interface Origins {
  /** Files of the view, for the project gallery. */
  readonly spy: { readonly [file: string]: string };
  readonly ports: { readonly udp: number; readonly tcp: number; readonly other: number };
  /** Datagrams and connections that arrived where no view may reach. */
  readonly arrived: string[];
  /** Paths that arrived at the origin of `connectDomains`. */
  readonly allowed: readonly string[];
  close(): void;
}

/** Opens an origin that the view may reach, and others. */
export async function openOrigins(): Promise<Origins> {
  const udp = createSocket('udp4');
  const [arrived, allowed]: [string[], string[]] = [[], []];
  const forbiddenServer = createServer((_request, response) => response.end());
  const allowedServer = createServer((request, response) => {
    allowed.push(request.url!);
    const moved = request.url === '/moved' ? { location: '/here' } : {};
    response
      .writeHead(request.url === '/moved' ? 302 : 200, { 'access-control-allow-origin': '*', ...moved })
      .end('here');
  });
  udp.on('message', () => arrived.push('UDP'));
  forbiddenServer.on('connection', () => arrived.push('TCP'));
  allowedServer.on('upgrade', (request, socket) => {
    allowed.push(request.url!);
    socket.destroy();
  });
  await once(udp.bind(0, '127.0.0.1'), 'listening');
  for (const server of [forbiddenServer, allowedServer]) await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    spy: {
      'definitions/spies.mcp.yaml': definition(portOf(allowedServer)),
      'views/spy/view.ts': view,
      'handlers/tools/reach-out.ts': `import type { ReachOut } from '../../generated/handlers.ts';
export const reachOut: ReachOut = ({ way }) => way;
`,
    },
    ports: { udp: udp.address().port, tcp: portOf(forbiddenServer), other: portOf(allowedServer) },
    arrived,
    allowed,
    close: () => {
      udp.close();
      for (const server of [forbiddenServer, allowedServer]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Stories of views that try to reach other origins. */
export function reachStories(session: () => UiSession, origins: () => Origins): void {
  // The browser says what it has refused.
  afterEach(() => void session().takeErrors());

  /** Calls the tool, and shows its view. */
  async function reachOut(page: Page, way: string): Promise<void> {
    const { arrived, ports } = origins();
    arrived.length = 0;
    await choose(page, 'reach_out');
    await page.getByRole('textbox', { name: 'way' }).fill(JSON.stringify({ way, ...ports }));
    await page.getByRole('button', { name: 'Call tool' }).click();
    await resultOf(page).getByText('Completed in').waitFor();
    await resultOf(page).getByRole('tab', { name: 'View' }).click();
  }

  /** Waits until an attempt has ended. */
  async function expectEnd(way: string, end: () => Promise<string | null | undefined>, outcome: RegExp): Promise<void> {
    const { arrived } = origins();
    await expect
      .poll(async () => (arrived.length > 0 ? arrived.join(' ') : end().catch(() => '')), {
        message: way,
        timeout: patience,
      })
      .toMatch(new RegExp(`${outcome.source}|^(?:UDP|TCP)`, 'u'));
    expect(arrived, way).toEqual([]);
  }

  const outcomeOf = (page: Page) => () => page.frameLocator('main iframe').locator('p').textContent({ timeout: 1000 });

  test('a view reaches no other origin, and does not leave its frame', async () => {
    const page = await session().open();
    const addressOf = async (): Promise<string | undefined> => (await viewFrame(page)).url();
    for (const [way, outcome] of [
      ['peer', 'no constructor'],
      ['navigation', undefined],
      ['blank', 'SecurityError'],
      ['refresh', undefined],
      ['blob', 'frame-src'],
      ['sandbox', undefined],
      ['popup', 'null'],
      ['worker', 'worker-src'],
      ['hints', 'refused'],
    ] as const) {
      await reachOut(page, way);
      if (outcome === undefined) await expectEnd(way, addressOf, /^chrome-error:/u);
      else await expectEnd(way, outcomeOf(page), new RegExp(`^Ended: ${way}: ${outcome}$`, 'u'));
    }
    await reachOut(page, 'allowed');
    await expectEnd('allowed', outcomeOf(page), /^Ended: allowed: here$/u);
    expect(origins().allowed).toEqual(['/moved', '/here', '/socket']);
    await page.context().close();
  });

  test.each(['srcdoc', 'javascript'])('a frame of a view reaches no other origin: %s', async (way) => {
    const page = await session().open();
    let isCrashed = false;
    // Chromium 156 ends the process of the view, not of the page, when such a frame makes a peer connection.
    page.on('crash', () => (isCrashed = true));
    await reachOut(page, way);
    const end = async (): Promise<string | null> => (isCrashed ? 'no process' : outcomeOf(page)());
    await expectEnd(way, end, /^(?:no process|Ended: .*: gathered)$/u);
    await page.context().close();
  });

  test('a view has no WebRTC and gets no other policy in a browser without the allowlist', async () => {
    const page = await session().open();
    await page.route('**/sandbox?**', withoutAllowlist);
    await reachOut(page, 'peer');
    await expectEnd('peer', outcomeOf(page), /: no constructor$/u);
    const addressOf = async (): Promise<string | undefined> => (await viewFrame(page)).url();
    await reachOut(page, 'sandbox');
    await expectEnd('sandbox', addressOf, /connectDomains%22%3A%5B%22http%3A%2F%2F127\.0\.0\.1%3A\d+%22%5D%7D$/u);
    // The page handles messages in order: its answer comes after all that it sends to the new document.
    const frame = await viewFrame(page);
    await frame.waitForLoadState();
    const content = await frame.evaluate(`new Promise((resolve) => {
      addEventListener('message', ({ data }) => {
        if (data?.id === 'last') resolve(document.querySelector('p')?.textContent);
      });
      parent.postMessage({ jsonrpc: '2.0', id: 'last', method: 'ping' }, '*');
    })`);
    expect(content).toBeUndefined();
    await page.context().close();
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function viewFrame(page: Page): Promise<Frame> {
  const element = await page.locator('main iframe').elementHandle();
  return (await element!.contentFrame())!;
}

/** Takes the allowlist from the sandbox, as browsers that do not know it do. */
async function withoutAllowlist(route: Route): Promise<void> {
  const response = await route.fetch();
  const { 'connection-allowlist': _allowlist, ...headers } = response.headers();
  await route.fulfill({ response, headers });
}
