import { createHash, randomBytes } from 'node:crypto';

import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';

const goodForMs = 30_000;
/** Open ones of a sign-in. */
const ticketsOfSession = 20;

/**
 * One-use tickets for live sockets: a browser cannot send a token with a WebSocket, and an address is no place for one. A
 * ticket is good at any process, as long as its session lasts, and what its holder may do is asked when it is used.
 */
export function ticketOffice({
  db,
  callerOf,
  now = Date.now,
}: {
  db: Pick<Db, 'inTenant'>;
  /** Whose session this is now; undefined where it has ended. */
  callerOf: (tenantId: string, sessionId: string) => Promise<Caller | undefined>;
  now?: (() => number) | undefined;
}) {
  return {
    async issue({ tenantId, sessionId }: Caller): Promise<string> {
      const ticket = randomBytes(32).toString('base64url');
      await db.inTenant(tenantId, async (trx) => {
        // One after the other: those that are asked for at once do not see each other.
        await sql`select pg_advisory_xact_lock(hashtext(${`live_ticket ${sessionId}`}))`.execute(trx);
        await trx.deleteFrom('live_ticket').where('expires_at', '<=', new Date(now())).execute();
        // A window takes one at a time; what was asked for before is forgotten.
        await trx
          .deleteFrom('live_ticket')
          .where('id', 'in', (tickets) =>
            tickets
              .selectFrom('live_ticket')
              .where('session_id', '=', sessionId)
              .orderBy('expires_at', 'desc')
              .offset(ticketsOfSession - 1)
              .select('id'),
          )
          .execute();
        await trx
          .insertInto('live_ticket')
          .values({
            id: newId(),
            ticket_hash: hash(ticket),
            session_id: sessionId,
            expires_at: new Date(now() + goodForMs),
          })
          .execute();
      });
      return `${tenantId}.${ticket}`;
    },

    /** Whose ticket it is; undefined for one that is unknown, used, older than thirty seconds, or of a session that has ended. */
    async redeem(text: string): Promise<Caller | undefined> {
      const [, tenantId, ticket] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(text) ?? [];
      if (tenantId === undefined || ticket === undefined || !isUuid(tenantId)) return undefined;
      const taken = await db.inTenant(tenantId, (trx) =>
        trx
          .deleteFrom('live_ticket')
          .where('ticket_hash', '=', hash(ticket))
          .where('expires_at', '>', new Date(now()))
          .returning('session_id')
          .executeTakeFirst(),
      );
      return taken === undefined ? undefined : callerOf(tenantId, taken.session_id);
    },
  };
}

export type TicketOffice = ReturnType<typeof ticketOffice>;

const hash = (ticket: string) => createHash('sha256').update(ticket).digest();
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
