import { Session, type Profiler } from 'node:inspector/promises';

/** The blocks of this program's code that V8 has seen running. */
export class Coverage {
  readonly #session = new Session();
  readonly #script: string;
  readonly #seen = new Set<string>();

  /** @param script Address of the file whose blocks count. */
  constructor(script: string) {
    this.#script = script;
  }

  /** Begins to count, which makes the program about three times slower. */
  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The blocks that ran since the last call. */
  async take(): Promise<readonly string[]> {
    const { result } = (await this.#session.post(
      'Profiler.takePreciseCoverage',
    )) as Profiler.TakePreciseCoverageReturnType;
    const functions = result.filter(({ url }) => url === this.#script).flatMap((script) => script.functions);
    const ran = functions.flatMap(({ ranges }) => ranges).filter(({ count }) => count > 0);
    return ran.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`);
  }

  /** The blocks that ran for the first time since the last call. */
  async takeNew(): Promise<Set<string>> {
    const added = new Set((await this.take()).filter((block) => !this.#seen.has(block)));
    for (const block of added) this.#seen.add(block);
    return added;
  }

  /** Number of blocks that have run so far. */
  get size(): number {
    return this.#seen.size;
  }

  stop(): void {
    this.#session.disconnect();
  }
}
