/**
 * A parent for the supervisor's tests: runs PostgreSQL in the folder of its first argument, prints the URL, and stops
 * at SIGINT after a last query, or says why PostgreSQL did not start.
 */
import pg from 'pg';
import { startPostgres } from './postgres.ts';
import type { PostgresLog } from './postgres-log.ts';

const [dataFolder] = process.argv.slice(2);
if (dataFolder === undefined) throw new Error('Which folder?');

const nothing = (): void => {};
const log: PostgresLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const postgres = await startPostgres({ dataFolder, log });
process.stdout.write(`${postgres.adminUrl}\n`);

const forever = setInterval(nothing, 60_000);
process.once('SIGINT', () => void stop());

async function stop(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  await client.query("insert into note values ('last words')");
  await client.end();
  await postgres.stop();
  clearInterval(forever);
}
