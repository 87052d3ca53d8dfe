import { BlockList, isIP } from 'node:net';
import type { PackageProblem } from './problem.js';
import { listRemotes, type DescribedServer } from './public-facts.js';
import { authPart } from '../auth/auth-part.js';

/** Reports a missing definition key that a package needs. */
export function missingKey(path: readonly string[], message: string, example: string): PackageProblem {
  return { kind: 'missing', path, message, help: example };
}

/** @see https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u;

/** Reports a server version that is not a semantic version. */
export function checkVersion({ model: { server } }: Pick<DescribedServer, 'model'>): readonly PackageProblem[] {
  if (server.version.length <= 255 && semver.test(server.version)) return [];
  const message = `The server version ${JSON.stringify(server.version)} is not a semantic version.`;
  return [{ kind: 'invalid', path: ['server', 'version'], message, help: 'Write three numbers, such as 1.0.0.' }];
}

/** Addresses that are unreachable from the internet. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/**
 * Reports a server URL on a local network, and a server URL that differs from the `resource` of its access tokens.
 *
 * @see https://github.com/modelcontextprotocol/registry, internal/validators/utils.go, which refuses such addresses
 */
export function checkAddress(server: DescribedServer): readonly PackageProblem[] {
  const [remote] = listRemotes(server);
  if (!remote || !URL.canParse(remote.url)) return [];
  const { facts, model } = server;
  const path = facts.url === undefined ? ['auth', 'resource'] : ['package', 'url'];
  const problems: PackageProblem[] = [];
  if (isPrivateHost(new URL(remote.url).hostname)) {
    const message = `The server address ${remote.url} is not reachable from the internet.`;
    problems.push({ kind: 'invalid', path, message, help: 'Write the public address of the server.' });
  }
  const resource = authPart.of(model)?.settings.get('resource');
  const isFixed = typeof resource === 'string' && !resource.includes('${') && URL.canParse(resource);
  if (isFixed && new URL(resource).href !== new URL(remote.url).href) {
    const message = `\`package.url\` is ${remote.url}, but \`resource\` of \`auth\` is ${resource}: clients refuse to sign in at another address (RFC 9728, section 3.3).`;
    problems.push({ kind: 'advice', path, message, help: 'Use the same address for both, or remove `package.url`.' });
  }
  return problems;
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Reports a server without `description`. */
export function checkDescription({ model: { server } }: Pick<DescribedServer, 'model'>): readonly PackageProblem[] {
  if (server.description !== undefined) return [];
  return [missingKey(['server', 'description'], 'It describes the server.', 'What the server is for')];
}
