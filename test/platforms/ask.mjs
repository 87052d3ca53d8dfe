const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/**
 * Posts requests, one after the other, as a client with a session does.
 *
 * @param {URL | string} url
 * @param {readonly object[]} requests the first is `initialize`
 * @param {(url: string, init: RequestInit) => Promise<Response>} [post]
 * @returns {Promise<readonly object[]>} the answers
 */
export async function ask(url, requests, post = fetch) {
  const answers = [];
  const session = {};
  for (const request of requests) {
    const response = await post(String(url), {
      method: 'POST',
      headers: { ...headers, ...session },
      body: JSON.stringify(request),
    });
    const id = response.headers.get('mcp-session-id');
    if (id !== null) session['mcp-session-id'] = id;
    const text = await response.text();
    // The answer is the last event of a stream, or the body.
    const events = text.split('\n').filter((line) => line.startsWith('data: {'));
    answers.push(JSON.parse(events.at(-1)?.slice('data: '.length) ?? text));
  }
  return answers;
}
