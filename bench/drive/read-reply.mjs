import { connect } from 'node:net';

const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * Makes one request on a new connection and reads the whole response, as a sample.
 *
 * @returns {Promise<{ headLength: number, body: string, message: any }>} `headLength` in bytes; `body` is the raw
 *   body, with chunks and events; `message` is the JSON-RPC response in it.
 * @throws Error for a status other than 200.
 */
export function readReply(port, request) {
  return new Promise((resolve, reject) => {
    let reply = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject).on('end', () => reject(new Error(`The reply broke off: ${reply}`)));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      const headLength = reply.indexOf('\r\n\r\n') + 4;
      if (headLength < 4) return;
      const head = reply.toString('latin1', 0, headLength);
      const bytes = reply.subarray(headLength);
      const isChunked = /^transfer-encoding: *chunked/imu.test(head);
      const length = Number(/^content-length: *(\d+)/imu.exec(head)?.[1] ?? NaN);
      if (isChunked ? !bytes.subarray(-5).equals(lastChunk) : !(bytes.length >= length)) return;
      socket.destroy();
      try {
        const body = bytes.toString();
        if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${head}${body.slice(0, 500)}`);
        resolve({ headLength, body, message: JSON.parse(findJson(body)) });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Extracts the JSON from a body: everything between the outermost braces, without chunk separators. */
function findJson(body) {
  return body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1).replaceAll(/\r\n[\da-f]+\r\n/gu, '');
}
