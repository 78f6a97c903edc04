/**
 * A worker of its own process for tests, which kill it: `node worker-test-program.ts <database url>`. One kind of job
 * counts, a branch a step, and says each step on its output; one tells how far it is, faster than that is written; another ends its worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { openDatabase } from '../db/database.ts';
import { roles } from '../db/roles.ts';
import { callerOfAccount } from '../features/identity/account-callers.ts';
import { workQueue } from '../jobs/queue.ts';
import { newId } from '../kernel/new-id.ts';
import { jobPerformer } from './perform-job.ts';

const [url = ''] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const log = { error: (_: object, text: string) => say(text), warn: () => undefined, debug: () => undefined };
const db = openDatabase({ url, size: 3 });
const input = z.object({ steps: z.number(), pauseMs: z.number() });

const poison = z.object({ at: z.number() });

const worker = await workQueue({
  url,
  role: roles.owner,
  log,
  tidy: async () => undefined,
  nightly: async () => undefined,
  perform: jobPerformer({
    inTenant: db.inTenant,
    callerOf: (trx, { account_id }) => callerOfAccount(trx, account_id),
    maskOf: async () => null,
    announce: () => undefined,
    log,
    kinds: {
      async count(work) {
        const { steps, pauseMs } = input.parse(work.input);
        for (let step = work.done; step < steps; step += 1) {
          await work.inTenant(async (trx) => {
            await trx
              .insertInto('branch')
              .values({ id: newId(), name: `${work.jobId} ${step}` })
              .execute();
            await work.advance(trx, step + 1);
          });
          say(`step ${step + 1}`);
          await sleep(pauseMs);
        }
        return { report: { counted: steps } };
      },
      async tell(work) {
        const { steps, pauseMs } = input.parse(work.input);
        for (let step = 1; step <= steps; step += 1) {
          await work.progress(step, steps);
          if (step !== Math.ceil(steps / 2)) continue;
          say('half');
          await sleep(pauseMs);
        }
        return {};
      },
      /** Ends its worker, as what takes all memory does. */
      async poison(work) {
        const { at } = poison.parse(work.input);
        if (work.done < at) await work.inTenant((trx) => work.advance(trx, at));
        say('poisoned');
        process.kill(process.pid, 'SIGKILL');
        return {};
      },
    },
  }),
});
say('ready');
process.on('SIGTERM', () => {
  void worker.stop().then(async () => {
    await db.close();
    process.exit(0);
  });
});
