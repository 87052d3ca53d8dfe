/** Page on which a browser ended. */
export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Addresses, from the first to the last. */
  readonly visited: readonly URL[];
}

/** Browser of a user: follows redirects, and keeps the cookies of each server. */
export class Browser {
  readonly #user: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  readonly #route: (url: URL) => URL;

  /** @param route Chooses the server that gets a request. Default: the one of the address. */
  constructor(user: string, route: (url: URL) => URL = (url) => url) {
    this.#user = user;
    this.#route = route;
  }

  /**
   * Opens an address.
   *
   * @param isLast Ends the visit at an address, without opening it. Default: it ends at the first page without a redirect.
   */
  async open(start: string, isLast: (url: URL) => boolean = () => false): Promise<SeenPage> {
    const visited = [new URL(start)];
    for (let url = visited[0]; url !== undefined && visited.length < 20;) {
      const response = await fetch(this.#route(url), {
        redirect: 'manual',
        headers: { 'x-user': this.#user, ...this.#cookiesFor(url) },
      });
      this.#keepCookies(url, response);
      const location = response.headers.get('location');
      const text = await response.text();
      const next: URL | undefined = location === null ? undefined : new URL(location, url);
      if (next !== undefined) visited.push(next);
      if (next === undefined || isLast(next))
        return { status: response.status, headers: response.headers, text, visited };
      url = next;
    }
    throw new Error('Too many redirects');
  }

  #cookiesFor({ host }: URL): { readonly cookie?: string } {
    const pairs = [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
  }

  #keepCookies({ host }: URL, response: Response): void {
    const kept = this.#cookies.get(host) ?? new Map<string, string>();
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      kept.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    this.#cookies.set(host, kept);
  }
}
