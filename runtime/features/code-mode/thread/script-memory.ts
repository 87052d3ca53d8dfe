import type { CustomizeVariantOptions } from 'quickjs-emscripten-core';

/** Size of a WebAssembly memory page, in bytes. */
const pageBytes = 65_536;
/** Initial number of memory pages, which the engine requires. */
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

/** Numbers of memory pages that running scripts have added. Threads share the counts; each thread changes its own. */
export interface PageCounts {
  readonly counts: Int32Array;
  /** Index of this script's count. */
  readonly slot: number;
}

/** Limits of the memory of scripts, in bytes. */
export interface MemoryLimits {
  /** Maximum memory of one script. */
  readonly memoryBytes: number;
  /** Maximum memory of all running scripts, beyond their initial memory. */
  readonly sharedBytes: number;
}

/**
 * Memory of an engine, which grows up to its limit. The engine's own limit has no effect, because it queries block
 * sizes from the allocator, for which Emscripten returns 0.
 */
export class ScriptMemory {
  readonly memory: Memory;
  /** Whether the memory could not grow when it last had to. The engine may then lack memory even for the error. */
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
          throw new RangeError('The scripts of this server have run out of memory');
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
