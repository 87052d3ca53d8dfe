import type { CustomizeVariantOptions } from 'quickjs-emscripten-core';

/** Bytes of a page of WebAssembly's memory. */
const pageBytes = 65_536;
/** Pages that the engine begins with, which its program demands. */
const initialPages = 256;

type Memory = NonNullable<Awaited<CustomizeVariantOptions['wasmMemory']>>;

/** The part of `WebAssembly` that types of Node do not have. */
interface Platform {
  readonly WebAssembly: {
    readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory & {
      grow(pages: number): number;
    };
  };
}

/** Pages by which the memories of all running scripts have grown, and those of this script among them. Threads share both. */
export interface PageCounts {
  readonly all: Int32Array;
  readonly own: Int32Array;
}

/** Limits of the memory of scripts, in bytes. */
export interface MemoryLimits {
  /** Memory of one script. */
  readonly memoryBytes: number;
  /** Memory that all running scripts take beyond what each begins with. */
  readonly sharedBytes: number;
}

/**
 * Memory of an engine, which grows up to its limit and no further. The limit of the engine itself does not count: it asks the allocator for
 * the sizes of its blocks, which Emscripten answers with 0.
 */
export class ScriptMemory {
  readonly memory: Memory;
  #isExhausted = false;

  constructor({ memoryBytes, sharedBytes }: MemoryLimits, { all, own }: PageCounts) {
    const { WebAssembly: platform } = globalThis as unknown as Platform;
    const memory = new platform.Memory({ initial: initialPages, maximum: Math.floor(memoryBytes / pageBytes) });
    const grow = memory.grow.bind(memory);
    memory.grow = (pages: number): number => {
      // The allocator tries a smaller number of pages after a failure.
      this.#isExhausted = true;
      if (Atomics.add(all, 0, pages) + pages > sharedBytes / pageBytes) {
        Atomics.sub(all, 0, pages);
        throw new RangeError('The scripts of this server have no more memory');
      }
      try {
        const before = grow(pages);
        Atomics.add(own, 0, pages);
        this.#isExhausted = false;
        return before;
      } catch (error) {
        Atomics.sub(all, 0, pages);
        throw error;
      }
    };
    this.memory = memory;
  }

  /** Whether the memory could not grow when it last had to. The engine may then have no room for an error that says so. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }
}
