// Runs a server in several processes on one port: node cluster.mjs <processes> <server> <port>
import cluster from 'node:cluster';

const [processes, server, port] = process.argv.slice(2);
cluster.setupPrimary({ exec: server, args: [port] });
for (let index = 0; index < Number(processes); index += 1) cluster.fork();
