import type { Task } from 'graphile-worker';
import { sql } from 'kysely';
import { z } from 'zod';

import type { InTenant, Trx } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { sealer } from '../storage/sealed.ts';

const written = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** A letter without attachments. */
type Letter = z.infer<typeof written>;
/** Resolves once somebody else is answerable for the letter, and rejects where nobody took it. */
type Send = (letter: Letter) => Promise<void>;

/** A letter of a company that says something until a time. Of two about the same the newer one is sent. */
interface OwedLetter {
  readonly tenantId: string;
  readonly letter: Letter;
  readonly about: string;
  readonly until: Date;
}

/**
 * Puts a letter into the queue in the transaction that owes it, so that no end of this process loses it. The answer tries to send it, for
 * when that is committed: whoever waits for the letter does not wait for a worker.
 */
export type KeepLetter = (trx: Trx, owed: OwedLetter) => Promise<() => Promise<void>>;

/** By then the first try is over, or its process is: a worker tries. */
const firstTrySeconds = 60;

/** As the queue has it (`keep_letter`): its words are sealed for its company. */
const queued = z.object({ tenantId: z.uuid(), sealed: z.base64(), until: z.coerce.date() });

const letterSealer = (key: ServerKey) => sealer(key, 'alo letter');

/** Letters that are tried at once, and later and later by workers where no mail server takes them. */
export function letterKeeper({
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
}): KeepLetter {
  return async (trx, { tenantId, letter, about, until }) => {
    const sealed = letterSealer(key).seal(tenantId, JSON.stringify(letter)).toString('base64');
    const tryAt = sql`now() + make_interval(secs => ${firstTrySeconds})`;
    await sql`select keep_letter(${about}, ${sealed}, ${until}, ${tryAt})`.execute(trx);
    return async () => {
      const isSent = await send(letter).then(
        () => true,
        (error: unknown) => {
          onFailed(error);
          return false;
        },
      );
      await inTenant(tenantId, (later) => sql`select letter_tried(${about}, ${sealed}, ${isSent})`.execute(later));
    };
  };
}

/** The worker's task: sends what was not taken before. It rejects to be called again, and gives up when the letter says nothing any more. */
export function sendsLettersAgain({
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
