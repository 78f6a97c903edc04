import type { Task } from 'graphile-worker';
import { sql } from 'kysely';
import { z } from 'zod';

import type { InTenant } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { sealer } from '../storage/sealed.ts';

const written = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** A letter without attachments. */
type Letter = z.infer<typeof written>;
/** Resolves once somebody else is answerable for the letter, and rejects where nobody took it. */
type Send = (letter: Letter) => Promise<void>;

/** Sends a letter of a company, later and later where no mail server takes it. `about`: of two about the same the newer one is sent. */
export type SendPatiently = (tenantId: string, letter: Letter, about: string, until: Date) => Promise<void>;

/** As the queue has it (`queue_letter`): its words are sealed for its company. */
const queued = z.object({ tenantId: z.uuid(), sealed: z.base64(), until: z.coerce.date() });

const letterSealer = (key: ServerKey) => sealer(key, 'alo letter');

/** Tries at once; what is not taken then is work of the queue, which a restart does not lose. Rejects where neither takes it. */
export function patientMail({
  inTenant,
  send,
  key,
  onFailed,
}: {
  readonly inTenant: InTenant;
  readonly send: Send;
  readonly key: ServerKey;
  /** Told of the first try that failed. */
  readonly onFailed: (error: unknown) => void;
}): SendPatiently {
  return async (tenantId, letter, about, until) => {
    try {
      await send(letter);
    } catch (error) {
      onFailed(error);
      const sealed = letterSealer(key).seal(tenantId, JSON.stringify(letter)).toString('base64');
      await inTenant(tenantId, (trx) => sql`select queue_letter(${about}, ${sealed}, ${until})`.execute(trx));
    }
  };
}

/** The worker's task: sends what was not taken before. It rejects to be called again, and gives up when the letter says nothing any more. */
export function lettersAgain({
  send,
  key,
  log,
  now = Date.now,
}: {
  readonly send: Send;
  readonly key: ServerKey;
  readonly log: QueueLog;
  readonly now?: () => number;
}): Task {
  return async (payload, { job }) => {
    const { tenantId, sealed, until } = queued.parse(payload);
    const text = letterSealer(key).open(tenantId, Buffer.from(sealed, 'base64'));
    if (text === undefined) return log.warn({}, 'a letter is left out: its key is no more');
    if (now() >= until.getTime()) return log.warn({}, 'a letter is left out: no mail server took it in time');
    try {
      await send(written.parse(JSON.parse(text)));
    } catch (error) {
      if (job.attempts < job.max_attempts) throw error;
      log.warn({ err: error }, 'a letter is left out: no mail server took it');
    }
  };
}
