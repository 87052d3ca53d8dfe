import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** npm registry on this machine that has one package. */
export interface Registry {
  /** Its address, for `npm_config_registry`. */
  readonly url: string;
  /** Paths of the requests for its own package. */
  readonly requests: readonly string[];
  close(): void;
}

/**
 * Starts a registry that serves the package of a tarball, as its newest version. Requests for other packages are redirected to
 * the registry that npm is configured with.
 */
export async function startRegistry(tarball: string): Promise<Registry> {
  const elsewhere = run('npm', ['config', 'get', 'registry']).trim();
  const manifest = JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json'])) as {
    readonly [field in 'name' | 'version']: string;
  };
  const { name, version } = manifest;
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const requests: string[] = [];

  const server = createServer(({ url = '/', headers: { host } }, response) => {
    const file = `/${name}/-/${name}-${version}.tgz`;
    if (url === `/${name}` || url === file) requests.push(url);
    if (url === file) {
      response.setHeader('Content-Type', 'application/octet-stream').end(bytes);
    } else if (url === `/${name}`) {
      const dist = { tarball: `http://${host}${file}`, integrity };
      const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(packument));
    } else {
      response.writeHead(302, { Location: new URL(url.slice(1), elsewhere).href }).end();
    }
  });
  const port = await listen(server);
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, requests, close };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${status}\n${stderr}`);
  return stdout;
}
