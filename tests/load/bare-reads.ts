// The bare server beside which reads.ts puts ours: each statement prepared, all of a read sent at once, the rows as they come.
import { once } from 'node:events';
import fastify from 'fastify';
import pg from 'pg';

import { roles } from '../../apps/server/src/db/roles.ts';
import { plannedEachTime } from '../../apps/server/src/db/statement-names.ts';
import type { Statement } from './statement-recorder.ts';

export interface BareReads {
  readonly databaseUrl: string;
  /** What each read asks the database; the first one is at `/0`. */
  readonly reads: readonly (readonly Statement[])[];
}

/** As many as ours has. */
const poolSize = 20;
const [{ databaseUrl, reads }] = (await once(process, 'message')) as [BareReads];
const options = `-c role=${roles.app}`;
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, options, pipeline: true });
const app = fastify();
for (const [nth, statements] of reads.entries()) {
  const prepared = statements.map((statement, at) =>
    /^\s*(select|with)/i.test(statement.text) && !statement.text.includes(plannedEachTime)
      ? { ...statement, name: `bare${nth}_${at}` }
      : statement,
  );
  app.get(`/${nth}`, async () => {
    const client = await pool.connect();
    try {
      const results = await Promise.all(prepared.map((statement) => client.query(statement)));
      return results.flat().flatMap(({ rows }) => rows);
    } finally {
      client.release();
    }
  });
}
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
await once(process, 'disconnect');
process.exit();
