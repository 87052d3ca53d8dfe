import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

/**
 * Module instead of the native client of AWS's runtime, which npm does not deliver compiled: it sends answers that are not
 * streamed. Everything else is AWS's code.
 */
const client = `const post = (path, body) => fetch('http://' + process.env.AWS_LAMBDA_RUNTIME_API + path, { method: 'POST', body });
exports.initializeClient = () => {};
exports.done = (id, body) => void post('/2018-06-01/runtime/invocation/' + id + '/response', body);
exports.error = (id, body) => void post('/2018-06-01/runtime/invocation/' + id + '/error', body);
`;

/** Milliseconds that a call may take. */
const limitMs = 30_000;

/**
 * Serves a Lambda function at a function URL on this machine. AWS's runtime for Node (the package `aws-lambda-ric`) runs the
 * function; the API that it asks for calls is here.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 * @param {{ node: string, runtime: string, folder: string, handler: string, env: NodeJS.ProcessEnv }} given path of Node, folder of
 *   `aws-lambda-ric`, folder for its copy, handler as in `Handler` with the path of the module, and the environment
 * @returns {Promise<{ url: string, stop(): Promise<string> }>}
 */
export async function startFunction({ node, runtime, folder, handler, env }) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(runtime, 'index.mjs'), path.join(folder, 'index.mjs'));
  writeFileSync(path.join(folder, 'rapid-client.node.js'), client);
  // The module is CommonJS, whatever the project is.
  writeFileSync(path.join(folder, 'package.json'), '{}');
  const calls = makeQueue();
  const api = await listen((request, response) => answerRuntime(request, response, calls));
  const url = await listen((request, response) => void acceptCall(request, response, calls));
  const child = spawn(node, [path.join(folder, 'index.mjs')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${api.address().port}`,
      AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
      AWS_LAMBDA_FUNCTION_NAME: 'server',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/server',
      AWS_LAMBDA_LOG_STREAM_NAME: 'here',
      LAMBDA_TASK_ROOT: path.dirname(handler),
      _HANDLER: path.basename(handler),
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const closed = once(child, 'close');
  // Clients hear at once that the runtime has ended.
  void closed.then(() => [api, url].forEach((server) => server.close().closeAllConnections()));
  return {
    url: `http://127.0.0.1:${url.address().port}`,
    async stop() {
      child.kill('SIGKILL');
      await closed;
      return text;
    },
  };
}

/** Calls that wait for the runtime, which takes one after the other. */
function makeQueue() {
  const waiting = [];
  const takers = [];
  return {
    running: new Map(),
    put(call) {
      const taker = takers.shift();
      if (taker) taker(call);
      else waiting.push(call);
    },
    take: () =>
      waiting.length > 0 ? Promise.resolve(waiting.shift()) : new Promise((resolve) => takers.push(resolve)),
  };
}

async function listen(answer) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Request to the function URL: an event of payload format 2.0. */
async function acceptCall(request, response, calls) {
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url, 'http://function');
  const body = Buffer.concat(await request.toArray());
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    requestContext: {
      domainName: headers.host,
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: headers['user-agent'] },
      stage: '$default',
    },
    ...(body.length > 0 && { body: body.toString('base64') }),
    isBase64Encoded: body.length > 0,
  };
  calls.put({ id: crypto.randomUUID(), event, response });
}

/** The API of the runtime: it takes the next call, and brings answers. */
async function answerRuntime(request, response, calls) {
  if (request.url.endsWith('/invocation/next')) {
    const call = await calls.take();
    calls.running.set(call.id, call);
    const headers = {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': call.id,
      'lambda-runtime-deadline-ms': String(Date.now() + limitMs),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:123456789012:function:server',
    };
    return response.writeHead(200, headers).end(JSON.stringify(call.event));
  }
  const [, id, kind] = /invocation\/([^/]+)\/(response|error)$/u.exec(request.url) ?? [];
  const call = calls.running.get(id);
  const isHttp = request.headers['content-type'] === 'application/vnd.awslambda.http-integration-response';
  if (call && kind === 'response' && isHttp) await passStream(request, call.response);
  else if (call && kind === 'response') passWhole(await request.toArray(), call.response);
  else call?.response.writeHead(502).end(Buffer.concat(await request.toArray()));
  return response.writeHead(202).end();
}

/** Streams an answer: status and headers as JSON, eight NUL bytes, then the body. */
async function passStream(request, response) {
  let head = Buffer.alloc(0);
  for await (const chunk of request) {
    if (response.headersSent) {
      response.write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(Buffer.alloc(8));
    if (end < 0) continue;
    const { statusCode, headers, cookies } = JSON.parse(head.subarray(0, end).toString());
    response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) });
    response.flushHeaders();
    response.write(head.subarray(end + 8));
  }
  response.end();
}

function passWhole(chunks, response) {
  const { statusCode, headers, cookies, body, isBase64Encoded } = JSON.parse(Buffer.concat(chunks).toString());
  response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) });
  response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}
