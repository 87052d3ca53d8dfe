import type { OpenEngine, SqlEngine } from '../engine.js';
import { Catalog } from './catalog.js';
import { openEmbeddedSession } from './embedded-session.js';
import { prepareStatement } from './prepare-statement.js';
import { describeFailure, openServerSession } from './server-session.js';
import { RefusedError, type Session } from './session.js';

/** Opens PostgreSQL: the database of a URL, otherwise PGlite with the schema files. */
export const openPostgres: OpenEngine = async (options) => {
  const session =
    options.url === undefined ? await openEmbeddedSession(options) : await openServerSession(options.root, options.url);
  return 'problem' in session ? session : createEngine(session, options.url ?? '');
};

function createEngine(session: Session, url: string): SqlEngine {
  const catalog = new Catalog(session);
  // One connection has one transaction at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    label: session.label,
    prepare(request) {
      const prepared = last.then(async () => {
        try {
          return await prepareStatement(session, catalog, request);
        } catch (error) {
          const cause =
            error instanceof RefusedError
              ? 'The database refuses to describe itself'
              : 'The connection to the database was lost';
          const message = `${cause}: ${describeFailure(error, url)}.`;
          return [{ code: 'sql-database', message }] as const;
        }
      });
      last = prepared;
      return prepared;
    },
    close: () => session.close(),
  };
}
