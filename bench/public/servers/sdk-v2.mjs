// Serves the tools with the official SDK, v2, without sessions: node sdk-v2.mjs <port>
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { registerShop } from './register-shop.mjs';

const open = () => registerShop(new McpServer({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } }));
createServer(toNodeHandler(createMcpHandler(open))).listen(Number(process.argv[2]), '127.0.0.1');
