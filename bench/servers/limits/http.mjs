// Minimal handwritten server on node:http, which ignores all headers: node http.mjs <tools> <port>
import { createServer } from 'node:http';
import { makeAnswerRequest } from './answer-request.mjs';

const answerRequest = makeAnswerRequest(Number(process.argv[2]));
createServer((request, response) => {
  const chunks = [];
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => {
      const answer = answerRequest(JSON.parse(Buffer.concat(chunks).toString()));
      if (answer === undefined) {
        response.writeHead(202).end();
        return;
      }
      const body = JSON.stringify(answer);
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
        .end(body);
    });
}).listen(Number(process.argv[3]), '127.0.0.1');
