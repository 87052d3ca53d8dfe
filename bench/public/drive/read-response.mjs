/**
 * Reads an HTTP response.
 *
 * @param {Buffer} bytes All bytes received so far.
 * @returns {{ status: number, sessionId: string | undefined, body: string } | undefined} `undefined` until the response
 *   is complete.
 */
export function readResponse(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.latin1Slice(0, end);
  const status = Number(head.slice(9, 12));
  const length = /^content-length: *(\d+)/imu.exec(head)?.[1];
  const body =
    length === undefined && /^transfer-encoding: *chunked/imu.test(head)
      ? readChunks(bytes, end + 4)
      : readBytes(bytes, end + 4, Number(length ?? 0));
  if (body === undefined) return undefined;
  return { status, sessionId: /^mcp-session-id: *(\S+)/imu.exec(head)?.[1], body };
}

function readBytes(bytes, start, length) {
  return bytes.length < start + length ? undefined : bytes.utf8Slice(start, start + length);
}

function readChunks(bytes, bodyStart) {
  const parts = [];
  for (let start = bodyStart; ;) {
    const end = bytes.indexOf('\r\n', start);
    if (end < 0) return undefined;
    const length = Number.parseInt(bytes.latin1Slice(start, end), 16);
    if (bytes.length < end + 2 + length + 2) return undefined;
    if (length === 0) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    start = end + 2 + length + 2;
  }
}

/** Parses the JSON-RPC message of a body, which is JSON or an event stream with one message. */
export function parseMessage(body) {
  if (body.startsWith('{')) return JSON.parse(body);
  const data = body.split('\n').find((line) => line.startsWith('data:') && line.includes('{'));
  return data === undefined ? undefined : JSON.parse(data.slice('data:'.length));
}
