import { PassThrough } from 'node:stream';
import { openStdioProxy, type StdioProxyOptions } from '../../dev/open-stdio-proxy.js';
import type { DevProxy } from '../../dev/run-dev.js';
import { openStreamLink } from '../../links/stream-link.js';
import type { OpenLink } from './link.js';

/** Server processes of the current version, one for each connection of a page. */
interface DevServers {
  readonly proxy: DevProxy;
  readonly openLink: OpenLink;
  /** Receives the files that changed in the next version. */
  noteChanged(files: readonly string[]): void;
}

/** Opens the servers of the pages. Each connection has a proxy, which keeps the connection open while its server is replaced. */
export function openDevServers(options: Omit<StdioProxyOptions, 'input' | 'output'>): DevServers {
  const proxies = new Map<DevProxy, (text: string) => void>();
  let refusal: string | undefined;
  let current: string | undefined;
  let changed: readonly string[] = [];
  const all = async (act: (proxy: DevProxy) => Promise<unknown>): Promise<void> => {
    await Promise.all([...proxies.keys()].map(act));
  };
  const stop = (): Promise<void> => all((proxy) => proxy.stop());
  return {
    proxy: {
      replace(code) {
        current = code;
        for (const proxy of proxies.keys()) proxy.replace(code);
      },
      // The page shows the reason; its requests wait.
      refuse(reason) {
        refusal = reason;
        if (reason !== undefined) for (const tell of proxies.values()) tell(reason);
      },
      whenSettled: () => all((proxy) => proxy.whenSettled()),
      inputEnded: new Promise(() => {}),
      finish: () => stop().then(() => current !== undefined),
      stop,
    },
    noteChanged: (files) => void (changed = files),
    openLink(events) {
      const input = new PassThrough();
      const output = new PassThrough();
      const onStarted = (isReplacement: boolean): void => {
        events.start('');
        if (isReplacement) events.replaced(changed);
      };
      const proxy = openStdioProxy({ ...options, input, output, onStarted, onFailed: events.start });
      proxies.set(proxy, events.start);
      if (current !== undefined) proxy.replace(current);
      else if (refusal !== undefined) events.start(refusal);
      return openStreamLink(input, output, events, () => {
        proxies.delete(proxy);
        return proxy.stop();
      });
    },
  };
}

/** Combines several proxies into one, which passes each version to all. The session ends when the input of one proxy ends. */
export function combineProxies(proxies: readonly DevProxy[]): DevProxy {
  const all = async (act: (proxy: DevProxy) => Promise<unknown>): Promise<void> => {
    await Promise.all(proxies.map(act));
  };
  return {
    replace: (code) => proxies.forEach((proxy) => proxy.replace(code)),
    refuse: (reason) => proxies.forEach((proxy) => proxy.refuse(reason)),
    whenSettled: () => all((proxy) => proxy.whenSettled()),
    inputEnded: Promise.race(proxies.map(({ inputEnded }) => inputEnded)),
    finish: async () => (await Promise.all(proxies.map((proxy) => proxy.finish()))).some(Boolean),
    stop: () => all((proxy) => proxy.stop()),
  };
}
