import type { CustomizeVariantOptions } from 'quickjs-emscripten-core';

/** Bytes of a page of WebAssembly's memory. */
const pageBytes = 65_536;
/** Initial pages of the engine, which its program requires. */
const initialPages = 256;

type Memory = NonNullable<Awaited<CustomizeVariantOptions['wasmMemory']>>;

/** The part of `WebAssembly` that Node's types lack. */
interface Platform {
  readonly WebAssembly: {
    readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory & {
      grow(pages: number): number;
    };
  };
}

/** Pages by which the memory of each running script has grown. Threads share the counts; each changes its own. */
export interface PageCounts {
  readonly counts: Int32Array;
  /** Position of the count of this script. */
  readonly slot: number;
}

/** Limits of the memory of scripts, in bytes. */
export interface MemoryLimits {
  /** Memory of one script. */
  readonly memoryBytes: number;
  /** Memory that all running scripts take beyond what each begins with. */
  readonly sharedBytes: number;
}

/**
 * Memory of an engine, which grows up to its limit. The engine's own limit is ineffective: it queries block sizes from
 * the allocator, for which Emscripten returns 0.
 */
export class ScriptMemory {
  readonly memory: Memory;
  /** Whether the memory could not grow when it last had to. The engine may then have no memory for the error. */
  isExhausted = false;

  constructor({ memoryBytes, sharedBytes }: MemoryLimits, { counts, slot }: PageCounts) {
    const { WebAssembly: platform } = globalThis as unknown as Platform;
    const memory = new platform.Memory({ initial: initialPages, maximum: Math.floor(memoryBytes / pageBytes) });
    const grow = memory.grow.bind(memory);
    memory.grow = (pages: number): number => {
      // The allocator tries a smaller number of pages after a failure.
      this.isExhausted = true;
      Atomics.add(counts, slot, pages);
      try {
        if (counts.reduce((sum, each) => sum + each, 0) > sharedBytes / pageBytes) {
          throw new RangeError('The scripts of this server have no more memory');
        }
        const before = grow(pages);
        this.isExhausted = false;
        return before;
      } catch (error) {
        Atomics.sub(counts, slot, pages);
        throw error;
      }
    };
    this.memory = memory;
  }
}
