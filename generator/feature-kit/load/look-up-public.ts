import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Thrown if a host name resolves to a private address. */
export class RefusedAddress extends Error {}

/**
 * Creates a host name lookup that rejects addresses of private networks and of this machine, except addresses in
 * `named`. `localhost` is allowed to resolve to this machine.
 */
export function lookUpPublic(named: ReadonlySet<string>, resolve: typeof lookup = lookup): LookupFunction {
  const hosts = new Set([...named].map((host) => host.replace(/:\d+$/u, '').replace(/^\[(.*)\]$/u, '$1')));
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ? undefined : found.find(({ address }) => isRefused(address, hostname, hosts));
      const problem = refused
        ? new RefusedAddress(`${hostname} has the private address ${refused.address}, which must be allowed explicitly`)
        : error;
      const [first = { address: '', family: 4 }] = problem ? [] : found;
      if (options.all === true) callback(problem, problem ? [] : found);
      else callback(problem, first.address, first.family);
    });
  };
}

function isRefused(address: LookupAddress['address'], hostname: string, hosts: ReadonlySet<string>): boolean {
  if (hostname === 'localhost' || hosts.has(address)) return false;
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6');
}
