import { connect, type Socket } from 'node:net';

/** A TCP connection that is read as a test wants it: up to a mark, a number of bytes, or the end. */
export class RawSocket {
  /** Resolves when the server has ended its side, or broken off. */
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isOver = false;
  #wake = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      const finish = (): void => {
        this.#isOver = true;
        this.#wake();
        resolve();
      };
      // A server that breaks off is an end like any other; tests see what came before.
      socket.on('end', finish).on('close', finish).on('error', finish);
    });
  }

  /** Connects to a port of this machine; the connection stays half open when the server ends its side. */
  static open(port: number, host = '127.0.0.1'): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, allowHalfOpen: true, noDelay: true });
      socket.once('error', reject).once('connect', () => resolve(new RawSocket(socket)));
    });
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Ends the side of the client; the server can still write. */
  endInput(): void {
    this.#socket.end();
  }

  /** Closes both sides. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes both sides without a farewell. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Takes nothing more from the server until {@link resume}. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Text before a mark, without the mark; throws when the server ends before. */
  async readUntil(mark: string): Promise<string> {
    let at = this.#received.indexOf(mark);
    while (at < 0) {
      if (this.#isOver) throw new Error(`The server ended after ${JSON.stringify(this.#received.toString())}`);
      await this.#more();
      at = this.#received.indexOf(mark);
    }
    return this.#take(at, mark.length).toString();
  }

  async readBytes(length: number): Promise<Buffer> {
    while (this.#received.length < length) {
      if (this.#isOver) throw new Error(`The server ended ${length - this.#received.length} bytes too early`);
      await this.#more();
    }
    return this.#take(length, 0);
  }

  /** All that comes until the server ends its side. */
  async readToEnd(): Promise<string> {
    while (!this.#isOver) await this.#more();
    return this.#take(this.#received.length, 0).toString();
  }

  #take(length: number, skipped: number): Buffer {
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length + skipped);
    return taken;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
