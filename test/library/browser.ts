/** What a user does on the pages of the authorization server. */
export interface Visitor {
  readonly user: string;
  readonly password: string;
  /** Button on the page that asks for agreement. */
  readonly answer?: 'allow' | 'deny';
}

/** End of a visit: the address of the client that the browser came to, and the texts of the pages (headings as HTML) on the way. */
export interface Visit {
  readonly address: URL;
  readonly pages: readonly string[];
}

/**
 * Does what a browser and its user do with the address of an authorization request: follows redirects, keeps cookies, fills in
 * forms.
 *
 * @throws Error for a page that is no form, and after a dozen pages.
 */
export async function visit(start: URL, { user, password, answer = 'allow' }: Visitor): Promise<Visit> {
  const cookies = new Map<string, string>();
  const pages: string[] = [];
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) {
      const html = await response.text();
      if (!response.ok) throw new Error(`${url.href}: ${response.status} ${html}`);
      const [, text = ''] = /<form method="post">([\s\S]*)<\/form>/u.exec(html) ?? [];
      const [, heading = ''] = /<h1>(.*)<\/h1>/u.exec(html) ?? [];
      const words = text
        .replaceAll(/<[^>]*>/gu, ' ')
        .trim()
        .split(/\s+/u);
      pages.push([heading, ...words].join(' '));
      // The fields that the form has, as a browser sends them.
      const fields = { user, password, answer };
      form = new URLSearchParams(Object.entries(fields).filter(([name]) => text.includes(`name="${name}"`)));
    } else {
      form = undefined;
      url = new URL(location, url);
      if (url.origin !== start.origin) return { address: url, pages };
    }
  }
  throw new Error('The visit does not end');
}

export const ada: Visitor = { user: 'ada', password: 'engine' };
export const grace: Visitor = { user: 'grace', password: 'compiler' };
