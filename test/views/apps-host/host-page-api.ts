/** Content security policy of a page: `_meta.ui.csp`. */
export interface PageCsp {
  readonly connectDomains?: string[];
  readonly resourceDomains?: string[];
}

/** Page of a view, as the server sends it, and what the host tells it at first. */
export interface ShownPage {
  readonly html: string;
  readonly csp: PageCsp;
  readonly hostContext: HostFacts;
}

/** The part of the host context that the tests set. */
export interface HostFacts {
  readonly theme: 'light' | 'dark';
  readonly locale?: string;
}

/** Message of a view, for the test. */
export type HostNews =
  | { readonly kind: 'call'; readonly name: string; readonly input: object }
  | { readonly kind: 'context'; readonly content: readonly object[] }
  | { readonly kind: 'size'; readonly height: number | undefined };

/** Functions of the host page that the test calls. */
export interface HostPage {
  /** Resolves when the view has finished the handshake. */
  showPage(page: ShownPage): Promise<void>;
  sendInput(input: object): Promise<void>;
  sendResult(result: object): Promise<void>;
  sendCancelled(reason: string): Promise<void>;
  setContext(context: HostFacts): void;
  tearDown(): Promise<unknown>;
}
