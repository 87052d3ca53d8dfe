import { requests } from '../drive/make-request.mjs';
import { describeServer } from '../servers/describe-servers.mjs';
import { peers } from '../servers/install-peers.mjs';

/** Limits the number of tools in short mode. */
export function limitTools(tools, { isShort }) {
  return isShort ? Math.min(tools, 20) : tools;
}

/** Chooses how long to measure. Other servers need seconds of work until they are compiled. */
export function choosePace({ isShort }) {
  return isShort ? { rounds: 1, warmUp: 0, slice: 20 } : { rounds: 9, warmUp: 5000, slice: 500 };
}

/** Lists every server in each era that it supports, the limits first. */
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

/** Turns the results of `measureCalls` into rows. */
export function listRows(results) {
  return [...results].map(([subject, figures]) => ({ subject, figures }));
}
