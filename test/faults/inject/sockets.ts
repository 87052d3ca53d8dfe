import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Behavior of an API's connection after a request has arrived. */
export type ApiFault = (socket: Socket) => void;

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Ways in which a connection is lost before there is an answer, by name. */
export const lostConnections: Readonly<Record<string, ApiFault>> = {
  'resets before the answer': (socket) => void socket.resetAndDestroy(),
  'closes before the answer': (socket) => void socket.end(),
  'resets within the head': (socket) => void socket.write(head, () => socket.resetAndDestroy()),
  'closes within the head': (socket) => void socket.end(head),
};

/** Ways in which the body of an answer breaks off, by name. */
export const brokenBodies: Readonly<Record<string, ApiFault>> = {
  'resets within the body': (socket) =>
    void socket.write(`${head}Content-Length: 100\r\n\r\n{"a":`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  'closes within the body': (socket) => void socket.end(`${head}Content-Length: 100\r\n\r\n{"a":`),
  'closes within a chunk': (socket) => void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n10\r\n{"a":`),
};

/** An API that does not answer with HTTP. */
export const answerNoHttp: ApiFault = (socket) => void socket.end('220 mail.example.com ESMTP\r\n');

/** Ways in which an API lets its clients wait for ever. */
export const stalls: Readonly<Record<string, ApiFault>> = {
  'says nothing': () => {},
  'stops within the head': (socket) => void socket.write(head),
  'stops within the body': (socket) => void socket.write(`${head}Content-Length: 100\r\n\r\n{"a":`),
};

/** Starts an API that does something with each connection on which a request has come; gives its URL. */
export async function startApi(answer: ApiFault): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
