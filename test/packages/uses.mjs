/**
 * Small real uses of popular packages, without a network: each is the body of a handler that returns a text.
 *
 * `install` names other packages that the use needs. `imports` are the lines above the handler; the body may be asynchronous.
 */
export const uses = [
  // Databases
  {
    name: 'pg',
    imports: `import pg from 'pg';`,
    body: `${refusing(`new pg.Client({ host: '127.0.0.1', port }).connect()`)}
      return pg.escapeIdentifier('a"b') + ' ' + code;`,
    answer: '"a""b" ECONNREFUSED',
  },
  {
    name: 'mysql2',
    imports: `import mysql from 'mysql2/promise';`,
    body: `${refusing(`mysql.createConnection({ host: '127.0.0.1', port })`)}
      return mysql.format('SELECT ?', ["it's"]) + ' ' + code;`,
    answer: `SELECT 'it\\'s' ECONNREFUSED`,
  },
  {
    name: 'ioredis',
    imports: `import { Redis } from 'ioredis';`,
    body: `${serving(`(socket) => socket.on('data', (data) => socket.write(answerRedis(data)))`, 'net')}
      const redis = new Redis({ port, enableReadyCheck: false, disableClientInfo: true });
      const answer = await redis.ping();
      redis.disconnect();
      return answer;`,
    answer: 'PONG',
  },
  {
    name: 'redis',
    imports: `import { createClient } from 'redis';`,
    body: `${serving(`(socket) => socket.on('data', (data) => socket.write(answerRedis(data)))`, 'net')}
      const redis = createClient({ url: 'redis://127.0.0.1:' + port, RESP: 2 });
      await redis.connect();
      const answer = await redis.ping();
      redis.destroy();
      return answer;`,
    answer: 'PONG',
  },
  {
    name: 'mongodb',
    imports: `import { MongoClient, ObjectId, BSON } from 'mongodb';`,
    body: `const { n } = BSON.deserialize(BSON.serialize({ n: 7 }));
      const client = new MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 200 });
      const error = await client.connect().catch((error) => error);
      await client.close();
      return n + ' ' + new ObjectId('0123456789abcdef01234567').toHexString() + ' ' + error.constructor.name;`,
    answer: '7 0123456789abcdef01234567 MongoServerSelectionError',
  },
  {
    name: 'better-sqlite3',
    imports: `import Database from 'better-sqlite3';`,
    body: `const database = new Database(':memory:');
      return String(database.prepare('select 6 * 7 as answer').pluck().get());`,
    answer: '42',
  },
  {
    name: 'knex',
    install: ['better-sqlite3'],
    imports: `import knex from 'knex';`,
    body: `const database = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
      await database.schema.createTable('books', (table) => void table.string('title'));
      await database('books').insert({ title: 'Dune' });
      const [row] = await database('books').select('title');
      await database.destroy();
      return row.title;`,
    answer: 'Dune',
  },
  {
    name: 'typeorm',
    install: ['better-sqlite3', 'reflect-metadata'],
    imports: `import 'reflect-metadata';\nimport { DataSource, EntitySchema } from 'typeorm';`,
    body: `const Book = new EntitySchema({ name: 'book', columns: { id: { type: Number, primary: true }, title: { type: String } } });
      const source = new DataSource({ type: 'better-sqlite3', database: ':memory:', entities: [Book], synchronize: true });
      await source.initialize();
      await source.getRepository(Book).save({ id: 1, title: 'Dune' });
      const found = await source.getRepository(Book).findOneBy({ id: 1 });
      await source.destroy();
      return found.title;`,
    answer: 'Dune',
  },
  {
    name: 'drizzle-orm',
    install: ['better-sqlite3'],
    imports: `import { drizzle } from 'drizzle-orm/better-sqlite3';
      import { eq } from 'drizzle-orm';
      import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';`,
    body: `const books = sqliteTable('books', { id: integer().primaryKey(), title: text() });
      const database = drizzle(':memory:');
      database.run('create table books (id integer primary key, title text)');
      database.insert(books).values({ id: 1, title: 'Dune' }).run();
      return database.select().from(books).where(eq(books.id, 1)).get().title;`,
    answer: 'Dune',
  },
  {
    name: 'kysely',
    install: ['better-sqlite3'],
    imports: `import { Kysely, SqliteDialect } from 'kysely';\nimport Database from 'better-sqlite3';`,
    body: `const database = new Kysely({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
      await database.schema.createTable('books').addColumn('title', 'text').execute();
      await database.insertInto('books').values({ title: 'Dune' }).execute();
      return (await database.selectFrom('books').selectAll().executeTakeFirst()).title;`,
    answer: 'Dune',
  },
  {
    name: '@prisma/client',
    imports: `import { Prisma } from '@prisma/client/extension';\nimport { Decimal, sqltag } from '@prisma/client/runtime/client';`,
    body: `const query = sqltag\`select \${7}\`;
      return query.sql + ' ' + new Decimal('0.1').plus('0.2') + ' ' + typeof Prisma.defineExtension;`,
    answer: 'select ? 0.3 function',
  },
  // HTTP and clouds
  {
    name: 'express',
    imports: `import express from 'express';`,
    body: `const app = express().use(express.json());
      app.post('/books', (request, response) => response.json({ title: request.body.title.toUpperCase() }));
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const response = await fetch('http://127.0.0.1:' + server.address().port + '/books', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Dune"}' });
      server.close();
      return (await response.json()).title;`,
    answer: 'DUNE',
  },
  {
    name: 'axios',
    imports: `import axios from 'axios';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"title":"Dune"}')`)}
      return (await axios.get('http://127.0.0.1:' + port)).data.title;`,
    answer: 'Dune',
  },
  {
    name: 'ws',
    imports: `import { WebSocket, WebSocketServer } from 'ws';`,
    body: `const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
      await new Promise((resolve) => server.once('listening', resolve));
      server.on('connection', (socket) => socket.on('message', (text) => socket.send(String(text).toUpperCase())));
      const client = new WebSocket('ws://127.0.0.1:' + server.address().port);
      client.on('open', () => client.send('dune'));
      const answer = await new Promise((resolve) => client.on('message', resolve));
      client.terminate();
      server.close();
      return String(answer);`,
    answer: 'DUNE',
  },
  {
    name: 'undici',
    imports: `import { request, MockAgent } from 'undici';`,
    body: `${serving(`(request, response) => response.end('{"title":"Dune"}')`)}
      const { body } = await request('http://127.0.0.1:' + port);
      return (await body.json()).title + ' ' + MockAgent.name;`,
    answer: 'Dune MockAgent',
  },
  {
    name: 'nodemailer',
    imports: `import nodemailer from 'nodemailer';`,
    body: `const mail = await nodemailer.createTransport({ streamTransport: true, buffer: true }).sendMail({
        from: 'ada@example.com', to: 'bob@example.com', subject: 'Dune', text: 'Read it.' });
      return /^Subject: .*$/m.exec(String(mail.message))[0].trim();`,
    answer: 'Subject: Dune',
  },
  {
    name: '@aws-sdk/client-s3',
    imports: `import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';`,
    body: `${serving(`(request, response) => response.end('Dune ' + request.url.split('?')[0])`)}
      const client = new S3Client({ endpoint: 'http://127.0.0.1:' + port, region: 'eu-west-1', forcePathStyle: true,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
      return await (await client.send(new GetObjectCommand({ Bucket: 'books', Key: 'dune' }))).Body.transformToString();`,
    answer: 'Dune /books/dune',
  },
  {
    name: 'googleapis',
    imports: `import { google } from 'googleapis';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"totalItems":7}')`)}
      const books = google.books({ version: 'v1', rootUrl: 'http://127.0.0.1:' + port + '/', auth: 'key' });
      return String((await books.volumes.list({ q: 'dune' })).data.totalItems);`,
    answer: '7',
  },
  {
    name: 'stripe',
    imports: `import Stripe from 'stripe';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"id":"cus_1","name":"Ada"}')`)}
      const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
      return (await stripe.customers.retrieve('cus_1')).name;`,
    answer: 'Ada',
  },
  {
    name: 'octokit',
    imports: `import { Octokit } from 'octokit';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"full_name":"ada/dune"}')`)}
      const octokit = new Octokit({ baseUrl: 'http://127.0.0.1:' + port });
      return (await octokit.rest.repos.get({ owner: 'ada', repo: 'dune' })).data.full_name;`,
    answer: 'ada/dune',
  },
  {
    name: 'openai',
    imports: `import OpenAI from 'openai';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"data":[{"id":"model-1"}]}')`)}
      const client = new OpenAI({ apiKey: 'key', baseURL: 'http://127.0.0.1:' + port + '/v1' });
      return (await client.models.list()).data[0].id;`,
    answer: 'model-1',
  },
  {
    name: '@anthropic-ai/sdk',
    imports: `import Anthropic from '@anthropic-ai/sdk';`,
    body: `${serving(`(request, response) => response.setHeader('content-type', 'application/json').end('{"content":[{"type":"text","text":"Dune"}]}')`)}
      const client = new Anthropic({ apiKey: 'key', baseURL: 'http://127.0.0.1:' + port });
      const message = await client.messages.create({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'A book?' }] });
      return message.content[0].text;`,
    answer: 'Dune',
  },
  // Images, documents, browsers
  {
    name: 'sharp',
    imports: `import sharp from 'sharp';`,
    body: `const image = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#f00' } }).png().toBuffer();
      const { format, width, height } = await sharp(image).metadata();
      return format + ' ' + width + 'x' + height;`,
    answer: 'png 3x2',
  },
  {
    name: 'pdf-lib',
    imports: `import { PDFDocument, StandardFonts } from 'pdf-lib';`,
    body: `const document = await PDFDocument.create();
      document.addPage().drawText('Dune', { font: await document.embedFont(StandardFonts.Helvetica) });
      return String((await PDFDocument.load(await document.save())).getPageCount());`,
    answer: '1',
  },
  {
    name: 'exceljs',
    imports: `import ExcelJS from 'exceljs';`,
    body: `const workbook = new ExcelJS.Workbook();
      workbook.addWorksheet('books').addRow(['Dune', 1965]);
      const read = new ExcelJS.Workbook();
      await read.xlsx.load(await workbook.xlsx.writeBuffer());
      return read.getWorksheet('books').getRow(1).getCell(1).text;`,
    answer: 'Dune',
  },
  {
    name: 'puppeteer-core',
    imports: `import puppeteer from 'puppeteer-core';`,
    body: `const error = await puppeteer.launch({ executablePath: '/no/browser' }).catch((error) => error);
      return puppeteer.defaultArgs().includes('--headless=new') + ' ' + error.message.includes('/no/browser');`,
    answer: 'true true',
  },
  {
    name: 'playwright-core',
    imports: `import { chromium, devices } from 'playwright-core';`,
    body: `const error = await chromium.launch({ executablePath: '/no/browser' }).catch((error) => error);
      return devices['iPhone 13'].defaultBrowserType + ' ' + error.message.includes('/no/browser');`,
    answer: 'webkit true',
  },
  {
    name: 'cheerio',
    imports: `import { load } from 'cheerio';`,
    body: `return load('<ul><li>Dune<li>Emma</ul>')('li').last().text();`,
    answer: 'Emma',
  },
  // Everyday
  {
    name: 'dotenv',
    imports: `import dotenv from 'dotenv';`,
    body: `return dotenv.parse('TITLE="Dune" # a book').TITLE;`,
    answer: 'Dune',
  },
  {
    name: 'pino',
    imports: `import pino from 'pino';\nimport { readFileSync } from 'node:fs';`,
    body: `const file = process.cwd() + '/pino-' + process.pid + '.log';
      const transport = pino.transport({ target: 'pino/file', options: { destination: file } });
      pino(transport).info({ title: 'Dune' }, 'read');
      await new Promise((resolve) => transport.on('ready', resolve));
      await new Promise((resolve) => { transport.on('close', resolve); transport.end(); });
      return JSON.parse(readFileSync(file, 'utf8')).title;`,
    answer: 'Dune',
  },
  {
    name: 'winston',
    imports: `import winston from 'winston';\nimport { PassThrough } from 'node:stream';`,
    body: `const stream = new PassThrough();
      const format = winston.format.combine(winston.format.colorize(), winston.format.json());
      winston.createLogger({ format, transports: [new winston.transports.Stream({ stream })] }).info('Dune');
      const [line] = await new Promise((resolve) => stream.once('data', (data) => resolve(String(data).split('\\n'))));
      return JSON.parse(line).message;`,
    answer: 'Dune',
  },
  {
    name: 'jsonwebtoken',
    imports: `import jwt from 'jsonwebtoken';`,
    body: `const token = jwt.sign({ user: 'ada' }, 'secret', { expiresIn: '1h' });
      try { jwt.verify(token, 'other'); } catch (error) { return jwt.verify(token, 'secret').user + ' ' + error.name; }`,
    answer: 'ada JsonWebTokenError',
  },
  {
    name: 'jose',
    imports: `import { SignJWT, jwtVerify } from 'jose';`,
    body: `const key = new TextEncoder().encode('x'.repeat(32));
      const token = await new SignJWT({ user: 'ada' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
      return (await jwtVerify(token, key)).payload.user;`,
    answer: 'ada',
  },
  {
    name: 'zod',
    imports: `import { z } from 'zod';`,
    body: `const problems = z.object({ pages: z.number() }).safeParse({ pages: 'many' });
      return problems.error.issues[0].path.join();`,
    answer: 'pages',
  },
  {
    name: 'date-fns',
    imports: `import { addDays, format } from 'date-fns';`,
    body: `return format(addDays(new Date(2024, 1, 28), 2), 'yyyy-MM-dd');`,
    answer: '2024-03-01',
  },
  {
    name: 'lodash',
    imports: `import _ from 'lodash';`,
    body: `return Object.keys(_.groupBy(['Dune', 'Emma', 'Ulysses'], 'length')).join();`,
    answer: '4,7',
  },
  {
    name: 'handlebars',
    imports: `import Handlebars from 'handlebars';`,
    body: `return Handlebars.compile('{{#each books}}{{this}};{{/each}}')({ books: ['Dune', 'Emma'] });`,
    answer: 'Dune;Emma;',
  },
  {
    name: 'marked',
    imports: `import { marked } from 'marked';`,
    body: `return marked.parse('# Dune').trim();`,
    answer: '<h1>Dune</h1>',
  },
  {
    name: 'luxon',
    imports: `import { DateTime } from 'luxon';`,
    body: `return DateTime.fromISO('2024-02-28', { zone: 'utc' }).plus({ days: 2 }).toISODate();`,
    answer: '2024-03-01',
  },
  {
    name: 'uuid',
    imports: `import { v5 } from 'uuid';`,
    body: `return v5('dune', v5.URL);`,
    answer: '2761d7f4-8284-56a6-a803-817aca89ca6b',
  },
];

/** Code that calls something that cannot connect, and has the code of its error. */
function refusing(call) {
  return `const { createServer } = await import('node:net');
      const closed = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => closed.once('listening', resolve));
      const { port } = closed.address();
      await new Promise((resolve) => closed.close(resolve));
      const code = await ${call}.then(() => 'connected', (error) => error.code);`;
}

/** Code that serves on `port`. */
function serving(listener, protocol = 'http') {
  return `const { createServer } = await import('node:${protocol}');
      const answerRedis = (data) => String(data).replace(/\\*\\d+\\r\\n(?:\\$\\d+\\r\\n[^\\r]*\\r\\n)+/g,
        (command) => (/ping/i.test(command) ? '+PONG\\r\\n' : '+OK\\r\\n'));
      const local = createServer(${listener}).listen(0, '127.0.0.1');
      local.unref();
      await new Promise((resolve) => local.once('listening', resolve));
      const { port } = local.address();`;
}
