import { once } from 'node:events';
import { connect } from 'node:net';
import { readResponse } from './read-response.mjs';

/** One keep-alive connection, with one request at a time. */
export class Connection {
  #port;
  #socket;
  #received = Buffer.alloc(0);
  #waiting;

  constructor(port) {
    this.#port = port;
  }

  /** Connects, unless the connection is open. */
  async open() {
    if (this.#socket?.writable === true && !this.#socket.readableEnded) return;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    await once(socket, 'connect');
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', (error) => this.#fail(socket, error));
    socket.on('close', () => this.#fail(socket, new Error('The server closed the connection.')));
  }

  /**
   * Sends a request and reads the response.
   *
   * @throws Error if the connection ends before the response has begun; `isRetryable` tells that nothing arrived.
   */
  async exchange(request) {
    await this.open();
    return new Promise((resolve, reject) => {
      this.#received = Buffer.alloc(0);
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close() {
    this.#socket?.destroy();
  }

  #take(bytes) {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const response = readResponse(this.#received);
    if (response === undefined) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(response);
  }

  #fail(socket, error) {
    if (socket !== this.#socket) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(Object.assign(error, { isRetryable: this.#received.length === 0 }));
  }
}
