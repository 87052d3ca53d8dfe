import { requests } from '../drive/make-request.mjs';
import { describeServer } from '../servers/describe-servers.mjs';
import { peers } from '../servers/install-peers.mjs';

/** The size of a catalog, in the short mode a small one. */
export function limitTools(tools, { isShort }) {
  return isShort ? Math.min(tools, 20) : tools;
}

/** How long to measure; a server of others is compiled only after seconds of work. */
export function choosePace({ isShort }) {
  return isShort ? { rounds: 1, warmUp: 0, slice: 20 } : { rounds: 9, warmUp: 5000, slice: 500 };
}

/** Every server in the eras that it knows, the limits first. */
export function listServers({ peers: installed }) {
  const eras = { limit: ['legacy', 'modern'], ours: ['legacy', 'modern'] };
  for (const peer of installed) eras[peer] = peers[peer].eras;
  return Object.entries(eras).flatMap(([server, known]) => known.map((era) => ({ server, era })));
}

/** Describes a server and its request for `measureCalls`. */
export function describeSubject({ server, era, tools, transport, request, inFlight }) {
  return {
    name: `${server}, ${era}`,
    transport,
    command: (port) => describeServer(server, tools, port),
    plan: { request: requests[request], era, tools, inFlight },
  };
}

/** The results of `measureCalls` as rows. */
export function listRows(results) {
  return [...results].map(([subject, figures]) => ({ subject, figures }));
}
