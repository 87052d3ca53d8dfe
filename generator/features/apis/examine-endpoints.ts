import { isJsonObject } from '../../core/model/json.js';
import type { Examination } from '../../feature-kit/feature.js';
import type { Finding } from '../../feature-kit/finding.js';

/** Time in which a server must respond, in milliseconds. */
const responseMs = 5000;

/**
 * Checks whether the servers that tools call can be reached. Sends a request without credentials; any response is fine.
 *
 * @param key Key of the tools, such as `http`.
 */
export async function examineEndpoints(
  { model: { tools, apis }, environment }: Examination,
  key: string,
): Promise<readonly Finding[]> {
  const used = new Set(
    tools.flatMap(({ handler }) => (handler.kind === 'forward' && handler.key === key ? handler.api : [])),
  );
  const endpoints = new Map<string, string | undefined>();
  for (const { name, binding } of apis) {
    const server = binding.get('server');
    if (!used.has(name) || !isJsonObject(server)) continue;
    const variable = String(server.get('environment'));
    const given = environment[variable]?.trim() || undefined;
    endpoints.set(given ?? String(server.get('url')), given === undefined ? undefined : variable);
  }
  return Promise.all([...endpoints].map(([url, variable]) => examineEndpoint(url, variable)));
}

/** @param variable Variable with the address, which is then not shown because it can contain credentials. */
async function examineEndpoint(url: string, variable: string | undefined): Promise<Finding> {
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  const shown = variable === undefined ? (host ?? 'The API') : `The API at ${variable}`;
  if (host === undefined) {
    const help = `Set ${variable ?? 'its address'} to a URL, such as https://api.example.com.`;
    return { code: 'api', state: 'broken', text: `${shown} cannot be reached: its address is not a URL`, help };
  }
  const problem = await findProblem(url);
  if (problem === undefined) return { code: 'api', state: 'fine', text: `${shown} can be reached` };
  const help = 'Check the address, the network, and proxy settings.';
  return { code: 'api', state: 'broken', text: `${shown} cannot be reached: ${problem}`, help };
}

/** Sends a request. Returns why there is no response; `undefined` for any response. */
async function findProblem(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(responseMs),
    });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    const { name, cause } = error as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } };
    if (name === 'TimeoutError') return `no response within ${responseMs / 1000} seconds`;
    const code = cause?.code;
    return typeof code === 'string' ? code : 'the connection failed';
  }
}
