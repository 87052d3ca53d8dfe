// API that answers every request with the same JSON, in a separate process so that its CPU time is not counted.
import { createServer } from 'node:http';

const pets = Array.from({ length: 20 }, (_, id) => ({ id, name: `Pet ${id}`, tags: ['a', 'b'], status: 'available' }));
const body = JSON.stringify(pets);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.setHeader('Content-Type', 'application/json').end(body));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
