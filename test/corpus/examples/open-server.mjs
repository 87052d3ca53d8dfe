import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** An HTTP server on this machine that answers every request with 204 and remembers the last ones. */
export class MockApi {
  /** @type {{ method: string, target: string, mediaType: string, body: Buffer }[]} */
  requests = [];
  #http = createServer((message, response) => {
    const chunks = [];
    message.on('data', (chunk) => chunks.push(chunk));
    message.on('end', () => {
      const { method, url: target, headers } = message;
      this.requests.push({ method, target, mediaType: headers['content-type'] ?? '', body: Buffer.concat(chunks) });
      response.writeHead(204).end();
    });
  });

  /** @returns {Promise<string>} its URL */
  listen() {
    return new Promise((resolve) => {
      this.#http.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${this.#http.address().port}`));
    });
  }

  close() {
    this.#http.close();
    this.#http.closeAllConnections();
  }
}

/** A server program, which is called over standard input and output. */
export class ServerProgram {
  #child;
  #waiting = new Map();
  #calls = 0;
  #end;

  /**
   * @param {string} program
   * @param {Record<string, string>} environment
   */
  constructor(program, environment) {
    this.#child = spawn(process.execPath, [program], {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdin.on('error', () => {});
    this.#end = new Promise((_, reject) => {
      this.#child.on('close', (code) => reject(new Error(`The server ended with exit code ${code}`)));
    });
    this.#end.catch(() => {});
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
    });
  }

  async start() {
    const clientInfo = { name: 'corpus', version: '1.0.0' };
    await this.#ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  /**
   * Calls a tool.
   *
   * @returns {Promise<string | undefined>} the text of an error
   */
  async call(name, input) {
    const { result, error } = await this.#ask('tools/call', { name, arguments: input });
    if (error) return error.message;
    return result.isError === true ? result.content.map(({ text }) => text).join('\n') : undefined;
  }

  close() {
    this.#child.stdin.end();
  }

  #ask(method, params) {
    this.#calls += 1;
    const id = this.#calls;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return Promise.race([answer, this.#end]).finally(() => this.#waiting.delete(id));
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
