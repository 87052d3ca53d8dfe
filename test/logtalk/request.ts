/** A JSON-RPC request; without `params` when none are given. */
export function request(id: string | number, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

/** A JSON-RPC notification. */
export function notification(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) };
}

/** The `initialize` of a client without capabilities. */
export function initialize(id: string | number, protocolVersion: unknown = '2025-06-18'): object {
  return request(id, 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0' },
  });
}

/** A `tools/call`; without `arguments` when none are given. */
export function callTool(id: string | number, name: string, values?: object): object {
  return request(id, 'tools/call', { name, ...(values === undefined ? {} : { arguments: values }) });
}

/** A `prompts/get`; without `arguments` when none are given. */
export function getPrompt(id: string | number, name: string, values?: object): object {
  return request(id, 'prompts/get', { name, ...(values === undefined ? {} : { arguments: values }) });
}

/** A `resources/read`. */
export function readResource(id: string | number, uri: string): object {
  return request(id, 'resources/read', { uri });
}
