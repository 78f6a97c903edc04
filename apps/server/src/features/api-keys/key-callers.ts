import { superAdmin } from '@alo/contract';
import { Sources } from '@alo/net';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { type Admission, requestCounter } from '../../http/admission.ts';
import type { Caller } from '../../kernel/caller.ts';
import { gathered } from '../../kernel/gathered.ts';
import { hashSecret } from './secrets.ts';

/** An accepted key is believed this long before the database is asked again. */
const trustedMs = 5_000;
/** `last_used_at` is written at most this often. */
const touchMs = 60_000;
const trustedAtMost = 10_000;

interface Known {
  readonly caller: Caller;
  readonly until: number;
}

/** Other processes are told of taken requests this often: so much later each of them may take a key's last ones. */
const toldEveryMs = 1_000;

/** Who somebody is and what they may do now. */
type CallerOf = (trx: Trx, accountId: string) => Promise<Caller | undefined>;

/** Keys that have not ended by then. */
const keysAt = (trx: Trx, at: number) =>
  trx
    .selectFrom('api_key')
    .where(
      sql<boolean>`(expires_on is null or expires_on >= (${new Date(at)}::timestamptz at time zone
        (select time_zone from tenant))::date)`,
    )
    .select(['id', 'name', 'scopes', 'created_by', 'last_used_at', 'requests_per_minute', 'networks'])
    .select('sandbox');

type Key = NonNullable<Awaited<ReturnType<ReturnType<typeof keysAt>['executeTakeFirst']>>>;

/** Whoever made the key, as far as it goes; undefined where they may not sign in any more. */
async function actingBy(trx: Trx, key: Key, callerOf: CallerOf): Promise<Caller | undefined> {
  const owner = key.created_by === null ? undefined : await callerOf(trx, key.created_by);
  if (owner === undefined) return undefined;
  const mayAll = owner.role.name === superAdmin;
  const permissions = key.scopes.filter((scope) => mayAll || owner.role.permissions.includes(scope));
  return {
    ...owner,
    sessionId: key.id,
    apiKeyId: key.id,
    ...(key.sandbox && { isSandbox: true }),
    name: key.name,
    ...(key.networks.length > 0 && { sources: new Sources(key.networks) }),
    // A program has no phone.
    extension: null,
    role: { name: 'api-key', permissions, scope: mayAll ? 'all' : owner.role.scope },
  };
}

/** What a key may do now, for work that it left to be done; undefined where it is gone, has ended, or is nobody's. */
export async function callerOfKey(
  trx: Trx,
  id: string,
  { callerOf, now }: { callerOf: CallerOf; now: () => number },
): Promise<Caller | undefined> {
  const key = await keysAt(trx, now()).where('id', '=', id).executeTakeFirst();
  return key && actingBy(trx, key, callerOf);
}

/**
 * Programs that come with a key: who they act for and what they may do, and how often each may ask. The person's rights are asked for
 * each time: a key of somebody who left, or lost a permission, is worth no more than they are. Processes tell each other of the requests that
 * they count.
 */
export function keyCallers({
  db,
  callerOf,
  now,
  tell = () => undefined,
}: {
  db: Pick<Db, 'inTenant' | 'outside'>;
  /** Who somebody is and what they may do now. */
  callerOf: CallerOf;
  now: () => number;
  /** Given, now and then, what the company's keys were used, for `heard` of the others. */
  tell?: (tenantId: string, uses: readonly string[]) => void;
}) {
  let trusted = new Map<string, Known>();
  /** By key: how many requests a minute. */
  const limits = new Map<string, number>();
  const counter = requestCounter(now);
  /** By company and key: requests that nobody has been told of. */
  const untold = new Map<string, Map<string, number>>();
  const tellSoon = gathered(toldEveryMs, (tenantId) => {
    const uses = untold.get(tenantId) ?? new Map<string, number>();
    untold.delete(tenantId);
    tell(
      tenantId,
      Array.from(uses, ([id, requests]) => `${id} ${requests}`),
    );
  });

  async function read(secret: string): Promise<Known | undefined> {
    const hash = hashSecret(secret);
    const { rows } = await db.outside((one) =>
      sql<{ tenant: string | null }>`select tenant_of_api_key(${hash}) as tenant`.execute(one),
    );
    const tenantId = rows[0]?.tenant ?? undefined;
    if (tenantId === undefined) return undefined;
    return db.inTenant(tenantId, async (trx) => {
      const key = await keysAt(trx, now()).where('secret_hash', '=', hash).executeTakeFirst();
      const caller = key && (await actingBy(trx, key, callerOf));
      if (caller === undefined || key === undefined) return undefined;
      if ((key.last_used_at?.getTime() ?? 0) < now() - touchMs) {
        const used = new Date(now());
        await trx.updateTable('api_key').set({ last_used_at: used }).where('id', '=', key.id).execute();
      }
      limits.set(key.id, key.requests_per_minute);
      return { caller, until: now() + trustedMs };
    });
  }

  return {
    async authenticate(secret: string): Promise<Caller | undefined> {
      const digest = hashSecret(secret).toString('base64');
      const known = trusted.get(digest);
      if (known !== undefined && known.until > now()) return known.caller;
      trusted.delete(digest);
      // What is forgotten while it is read may have been read before it was changed: it is put where nobody looks any more.
      const then = trusted;
      const found = await read(secret);
      if (then.size >= trustedAtMost) then.clear();
      if (found !== undefined) then.set(digest, found);
      return found?.caller;
    },

    /** Counts a request of a key; undefined for people. */
    admit({ apiKeyId, tenantId }: Caller): Admission | undefined {
      if (apiKeyId === undefined) return undefined;
      const admission = counter.take(apiKeyId, limits.get(apiKeyId) ?? 1);
      if (!admission.isOver) {
        const uses = untold.get(tenantId) ?? new Map<string, number>();
        untold.set(tenantId, uses.set(apiKeyId, (uses.get(apiKeyId) ?? 0) + 1));
        tellSoon(tenantId);
      }
      return admission;
    },

    /** What another process has told. */
    heard(uses: readonly string[]): void {
      for (const use of uses) {
        const [id = '', requests] = use.split(' ');
        counter.add(id, Number(requests));
      }
    },

    /** What is remembered of keys, of one company or of all, is asked for again: they were changed, or the rights of whoever made them. */
    forget(tenantId?: string) {
      trusted = new Map(
        [...trusted].filter(([, { caller }]) => tenantId !== undefined && caller.tenantId !== tenantId),
      );
    },
  };
}

export type KeyCallers = ReturnType<typeof keyCallers>;
