// Minimal list server on node:http, which sends prepared bytes and reads only the id of a request: node kept-list.mjs
// <tools> <port>
import { createServer } from 'node:http';
import { makeCatalog } from '../make-catalog.mjs';

const list = Buffer.from(JSON.stringify({ tools: makeCatalog(Number(process.argv[2])) }));
createServer((request, response) => {
  request.on('data', (chunk) => {
    const head = `{"jsonrpc":"2.0","id":${JSON.parse(chunk.toString()).id},"result":`;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': head.length + list.length + 1 });
    response.cork();
    response.write(head);
    response.write(list);
    response.end('}');
  });
}).listen(Number(process.argv[3]), '127.0.0.1');
