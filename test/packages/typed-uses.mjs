/**
 * Packages whose own types handlers import, with the versions that they were tried with.
 *
 * @type {readonly { name: string, install: readonly string[], imports: string, body: string }[]}
 */
export const typedUses = [
  {
    name: 'drizzle-orm',
    install: ['drizzle-orm@0.45.4', 'pg@8.23.1', '@types/pg@8.23.1'],
    imports: `import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, serial, text } from 'drizzle-orm/pg-core';

const people = pgTable('people', { id: serial('id').primaryKey(), name: text('name').notNull() });
const database = drizzle('postgres://127.0.0.1/crm');`,
    body: `const rows = await database.select().from(people).where(eq(people.id, 1));
  const name: string = rows[0]?.name ?? '';
  return name;`,
  },
  {
    name: '@prisma/client',
    install: ['@prisma/client@7.10.0'],
    imports: `import { Decimal, PrismaClientKnownRequestError } from '@prisma/client/runtime/client';`,
    body: `const price = new Decimal('1.10');
  const failed = (error: unknown): boolean => error instanceof PrismaClientKnownRequestError && error.code === 'P2002';
  return \`\${price.toFixed(2)} \${failed(undefined)}\`;`,
  },
  {
    name: 'kysely',
    install: ['kysely@0.28.19', 'pg@8.23.1', '@types/pg@8.23.1'],
    imports: `import { Kysely, PostgresDialect, type Generated } from 'kysely';
import pg from 'pg';

interface Database {
  people: { id: Generated<number>; name: string };
}
const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });`,
    body: `const { name } = await database.selectFrom('people').select('name').executeTakeFirstOrThrow();
  return name.trim();`,
  },
  {
    name: 'typeorm',
    install: ['typeorm@1.1.1'],
    imports: `import { DataSource, EntitySchema } from 'typeorm';

const Person = new EntitySchema<{ id: number; name: string }>({
  name: 'person',
  columns: { id: { type: Number, primary: true }, name: { type: String } },
});`,
    body: `const source = new DataSource({ type: 'postgres', entities: [Person] });
  const person = await source.getRepository(Person).findOneByOrFail({ id: 1 });
  return person.name.trim();`,
  },
  {
    name: 'mongoose',
    install: ['mongoose@9.12.1'],
    imports: `import mongoose from 'mongoose';

const Person = mongoose.model('Person', new mongoose.Schema({ name: { type: String, required: true } }));`,
    body: `const person = await Person.findOne({ name: 'Ada' }).lean();
  return person?.name.trim();`,
  },
  {
    name: 'zod',
    install: ['zod@4.6.7'],
    imports: `import { z } from 'zod';`,
    body: `const { name } = z.object({ name: z.string().min(1) }).parse({ name: 'Ada' });
  return name.trim();`,
  },
  {
    name: 'hono',
    install: ['hono@4.13.19'],
    imports: `import { Hono } from 'hono';`,
    body: `const app = new Hono().get('/hello', (context) => context.json({ hello: 'world' }));
  const response = await app.request('/hello');
  return String(response.status);`,
  },
  {
    name: 'express',
    install: ['express@5.3.0', '@types/express@5.0.6'],
    imports: `import express, { type Request } from 'express';`,
    body: `const app = express().get('/hello', (request: Request, response) => void response.send(request.path));
  return typeof app;`,
  },
  {
    name: '@aws-sdk/client-s3',
    install: ['@aws-sdk/client-s3@3.1175.0'],
    imports: `import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';`,
    body: `const { Body } = await new S3Client({}).send(new GetObjectCommand({ Bucket: 'a', Key: 'b' }));
  return Body?.transformToString();`,
  },
];

/** TypeScript that projects may use: the oldest one that knows \`erasableSyntaxOnly\`, and the last of each line since. */
export const compilers = ['5.8.3', '5.9.3', '6.0.3', '7.0.2'];
