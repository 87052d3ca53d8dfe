import { PassThrough, Writable } from 'node:stream';

/** An output that takes nothing until it is opened. */
export class StuckOutput extends Writable {
  readonly written: Buffer[] = [];
  #waiting: (() => void)[] = [];
  #isOpen = false;

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.written.push(chunk);
    if (this.#isOpen) callback();
    else this.#waiting.push(callback);
  }

  open(): void {
    this.#isOpen = true;
    for (const go of this.#waiting.splice(0)) go();
  }

  get text(): string {
    return Buffer.concat(this.written).toString();
  }
}

/** An input that ends, or breaks, in the middle of what it brings. */
export function makeInput(bytes: string, end: 'ends' | 'breaks'): PassThrough {
  const input = new PassThrough();
  input.write(bytes);
  setImmediate(() => (end === 'ends' ? input.end() : input.destroy(new Error('the pipe broke'))));
  return input;
}
