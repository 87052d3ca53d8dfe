import type { IncomingMessage } from 'node:http';
import { request as requestByHttps, type RequestOptions } from 'node:https';
import { parseUrl } from '../../core/source/references.js';
import { RefusedAddress, lookUpPublic } from './look-up-public.js';
import { readText, type ReadFile, type UnreadableFile } from './read-file.js';

/** Result of fetching a remote file: the file, or the reason why it is not available. */
export type RemoteFile = ReadFile | UnreadableFile;

/** Limits for fetching. */
export interface RemoteLimits {
  /** Maximum size of a file, in bytes. */
  readonly bytes: number;
  /** Timeout for fetching a file, including redirects, in milliseconds. */
  readonly milliseconds: number;
  /** Maximum number of files per run. */
  readonly files: number;
  /** Maximum total size of the files fetched in a run, in bytes. */
  readonly totalBytes: number;
  /** Total timeout for all files fetched in a run, in milliseconds. */
  readonly totalMilliseconds: number;
}

const defaultLimits: RemoteLimits = {
  bytes: 16 * 1024 * 1024,
  milliseconds: 30_000,
  files: 256,
  totalBytes: 64 * 1024 * 1024,
  totalMilliseconds: 120_000,
};

/** Maximum number of redirects per file. */
const maxRedirects = 5;

/**
 * Fetches files over HTTPS, from allowed hosts only. Redirects must stay on allowed hosts. A host name that resolves to a
 * private address is rejected unless that address is allowed too.
 */
export class RemoteReader {
  private readonly hosts: ReadonlySet<string>;
  private readonly limits: RemoteLimits;
  private readonly request: typeof requestByHttps;
  private files = 0;
  private totalBytes = 0;
  private totalMilliseconds = 0;

  /**
   * @param hosts Allowed hosts, such as `example.com`, `localhost:8443` or `10.0.0.7`. Default port: 443.
   * @param request Sends requests; replaceable for tests.
   */
  constructor(hosts: readonly string[], limits: Partial<RemoteLimits> = {}, request = requestByHttps) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase()));
    this.limits = { ...defaultLimits, ...limits };
    this.request = request;
  }

  /** Whether a URL may be fetched: it uses HTTPS, its host is allowed, and it contains no credentials. */
  allows(address: string): boolean {
    const url = parseUrl(address);
    return url?.protocol === 'https:' && url.username === '' && url.password === '' && this.hosts.has(url.host);
  }

  /** Fetches a file. Never throws. */
  async read(address: string): Promise<RemoteFile> {
    const { files, milliseconds, totalBytes, totalMilliseconds } = this.limits;
    if (++this.files > files) return fail(`a run fetches at most ${files} files`);
    if (this.totalBytes > totalBytes) return fail(tooLarge(totalBytes));
    const left = totalMilliseconds - this.totalMilliseconds;
    if (left <= 0) return fail(tooSlow(totalMilliseconds));
    const begin = performance.now();
    const file = await this.fetch(address, AbortSignal.timeout(Math.min(milliseconds, Math.ceil(left))));
    this.totalMilliseconds += performance.now() - begin;
    if (file !== undefined) return file;
    return fail(left < milliseconds ? tooSlow(totalMilliseconds) : `it takes longer than ${milliseconds / 1000} s`);
  }

  /** Fetches a file; `undefined` on timeout. */
  private async fetch(address: string, signal: AbortSignal): Promise<RemoteFile | undefined> {
    let current = address;
    try {
      for (let redirects = 0; redirects <= maxRedirects; redirects++) {
        if (!this.allows(current)) return fail(`it redirects to ${current}, which is not allowed`);
        const response = await this.send(current, signal);
        const status = response.statusCode ?? 0;
        if (status === 200) return await this.collect(response);
        response.destroy();
        const { location } = response.headers;
        const next = status >= 300 && status < 400 && location !== undefined ? parseUrl(location, current) : undefined;
        if (!next) return fail(`the server responded with ${status}`);
        current = next.href;
      }
      return fail('too many redirects');
    } catch (error) {
      return signal.aborted ? undefined : fail(describeError(error));
    }
  }

  private send(address: string, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = { accept: 'application/json, application/yaml, */*', 'accept-encoding': 'identity' };
    const options: RequestOptions = { headers, signal, agent: false, lookup: lookUpPublic(this.hosts) };
    return new Promise((resolve, reject) => {
      this.request(address, options, resolve).on('error', reject).end();
    });
  }

  private async collect(response: IncomingMessage): Promise<RemoteFile> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      this.totalBytes += chunk.length;
      if (size > this.limits.bytes) return fail(`it is larger than ${this.limits.bytes} bytes`);
      if (this.totalBytes > this.limits.totalBytes) return fail(tooLarge(this.limits.totalBytes));
      chunks.push(chunk);
    }
    return readText(Buffer.concat(chunks));
  }
}

function tooLarge(totalBytes: number): string {
  return `the files fetched in a run are larger than ${totalBytes} bytes in total`;
}

function tooSlow(totalMilliseconds: number): string {
  return `the files fetched in a run take longer than ${totalMilliseconds / 1000} s in total`;
}

function fail(reason: string): UnreadableFile {
  return { status: 'unfetched', reason };
}

function describeError(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return `the server cannot be reached (${code ?? message})`;
}
