import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Postgres, startPostgres } from '../src/db/postgres.ts';
import type { PostgresLog } from '../src/db/postgres-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers with the URL of the test run's PostgreSQL. */
    testPostgres: string;
  }
}

const say = (fields: object, message: string): void => {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const quiet: PostgresLog = { debug() {}, info() {}, warn: say, error: say };

/**
 * Vitest's global set-up: keeps one PostgreSQL for the whole test run, started when the first test file asks for it, so runs
 * without a database do not wait for one. Ends it, and its files, after the last test.
 */
export default async function keepPostgres(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<{ postgres: Postgres; dataFolder: string }> | undefined;
  const keeper = createServer((_request, response) => {
    starting ??= startThrowaway();
    starting.then(
      ({ postgres }) => response.end(postgres.adminUrl),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => keeper.listen(0, '127.0.0.1', done));
  const address = keeper.address();
  if (typeof address !== 'object' || address === null) throw new Error('The keeper of PostgreSQL has no port.');
  project.provide('testPostgres', `http://127.0.0.1:${address.port}`);

  return async () => {
    keeper.close();
    if (starting === undefined) return;
    const { postgres, dataFolder } = await starting;
    await postgres.stop();
    await rm(dataFolder, { recursive: true });
  };
}

async function startThrowaway(): Promise<{ postgres: Postgres; dataFolder: string }> {
  const dataFolder = await mkdtemp(join((await isRoomy(memory)) ? memory : tmpdir(), 'alo-test-'));
  return { postgres: await startPostgres({ dataFolder, log: quiet, throwaway: true }), dataFolder };
}

/** A database has a thousand files: on a disk most of a short test would be the making of them. */
const memory = '/dev/shm';
/** What the databases of a test run take at most, many times over. */
const enough = 4e9;

async function isRoomy(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > enough;
  } catch {
    // There is none: this is not Linux.
    return false;
  }
}
