import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@alo/testing';
import pg from 'pg';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import { sipPassword } from '../../apps/server/src/features/identity/sip-secrets.ts';
import { serverKey } from '../../apps/server/src/storage/server-key.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { makeCompany, makeDatabase, tokenOf } from './company.ts';
import type { Sql } from './product.ts';
import { domain } from './sip-tenant.ts';

/** The whole product as it is installed, with a company whose people all have a desk phone and a number of their own. */
export interface Installation {
  readonly product: Product;
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly tenant: string;
  /** Where the engine itself speaks SIP over WebSocket, secure and not. */
  readonly wssPort: number;
  readonly wsPort: number;
  /** The SIP password of the person at that extension. */
  passwordAt(index: number): string;
  /** What proves them to the API. */
  tokenAt(index: number): string;
  /** The SIP password that goes with a session, also of another company. */
  passwordOf(session: string): string;
  close(): Promise<void>;
}

const nothing = (): void => {};

/** Makes one, gives it to `work`, and leaves nothing behind. */
export async function withInstallation<T>(
  wanted: Parameters<typeof install>[0],
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await install(wanted);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

export async function install({
  people,
  records = true,
  settings = {},
  fill,
}: {
  readonly people: number;
  /** Whether conversations are recorded. */
  readonly records?: boolean;
  /** More of what the product is told by its environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Puts more into the company before the product starts. */
  readonly fill?: (sql: Sql, tenant: string, databaseUrl: string) => Promise<void>;
}): Promise<Installation> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-load-'));
  const opened = new AsyncDisposableStack();
  opened.defer(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    const log = { debug: nothing, info: nothing, warn: nothing, error: console.error };
    const postgres = await startPostgres({ dataFolder, log });
    opened.defer(() => postgres.stop());
    const databaseUrl = await makeDatabase(postgres.adminUrl);
    const key = await serverKey(dataFolder);
    const { tenant, sessions } = await makeCompany(databaseUrl, { code: 'load', domain, people, records });
    if (fill !== undefined) {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        await fill((statement) => client.query(statement), tenant, databaseUrl);
      } finally {
        await client.end();
      }
    }
    const [wssPort, wsPort] = [await freePort(), await freePort()];
    const ours = {
      DATABASE_URL: databaseUrl,
      ALO_MAX_CALLS: '10000',
      ALO_MAX_CALLS_PER_COMPANY: '10000',
      ALO_LOG_LEVEL: 'error',
      ALO_SIP_WSS_PORT: String(wssPort),
      ALO_SIP_WS_PORT: String(wsPort),
    };
    const product = await startProduct({ ...ours, ...settings }, dataFolder);
    opened.defer(() => product.close());
    return {
      product,
      databaseUrl,
      postgresPid: Number.parseInt(await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8'), 10),
      tenant,
      wssPort,
      wsPort,
      tokenAt: (index) => tokenOf(sessions[index] ?? ''),
      passwordAt: (index) => sipPassword(key, sessions[index] ?? ''),
      passwordOf: (session) => sipPassword(key, session),
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
