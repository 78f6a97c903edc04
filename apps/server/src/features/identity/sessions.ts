import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

import { audit, auditing } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { callerFrom, peopleWhoMaySignIn } from './account-callers.ts';
import { lacksSecondFactor } from './second-factor/factors.ts';
import { hashToken, newToken } from './tokens.ts';
import { viewAsCaller } from './view-as-caller.ts';

/** A session ends this long after its last request, or its last sign of an open console. */
const idleMs = 2 * 60 * 60_000;
/** However busy, a session ends after this. */
const absoluteMs = 12 * 60 * 60_000;
/** Nobody looks through somebody else's eyes for longer, without asking again. */
const lookMs = 30 * 60_000;
/** An accepted token is believed this long before the database is asked again; ending it in this process is seen at once. */
const trustedMs = 5_000;
/** `last_seen_at` is written at most this often. */
const touchMs = 60_000;

export type SessionChange = {
  readonly kind: 'started' | 'ended';
  readonly tenantId: string;
  readonly sessionIds: readonly string[];
};

/** Where somebody signs in from. */
interface From {
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
}

interface Beginning extends From {
  readonly accountId: string;
  /** The same, as the database finds it; nobody is no account of a session. */
  readonly account?: RawBuilder<string>;
  readonly mustSetUp: boolean;
  readonly byProvider?: boolean;
  /** The name that they typed for their company's directory. */
  readonly ldapName?: string;
}

const notNullViolation = '23502';

interface Trusted {
  readonly caller: Caller;
  readonly until: number;
}

/** Starts, recognises and ends sessions. */
export function sessionStore(
  db: Db,
  now: () => number = Date.now,
  /** Told of each token that is given out, before anybody can come with it. */
  onToken: (token: string) => void = () => undefined,
) {
  const issueToken = (): string => {
    const token = newToken();
    onToken(token);
    return token;
  };
  const trusted = new Map<string, Trusted>();
  /** Sessions that the database is being asked about, by the same keys. */
  const lookedUp = new Map<string, Promise<Caller | undefined>>();
  const listeners = new Set<(change: SessionChange) => unknown>();
  let endings = 0;

  const live = (trx: Trx) =>
    trx
      .selectFrom('session')
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', new Date(now()))
      .where('session.last_seen_at', '>', new Date(now() - idleMs));

  async function tell(kind: SessionChange['kind'], tenantId: string, sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    if (kind === 'ended') forget(({ sessionId }) => sessionIds.includes(sessionId));
    await Promise.all([...listeners].map(async (listener) => listener({ kind, tenantId, sessionIds })));
  }

  function forget(which: (caller: Caller) => boolean): void {
    endings += 1;
    // A request from now on does not get what was read before.
    lookedUp.clear();
    for (const [key, { caller }] of trusted) if (which(caller)) trusted.delete(key);
  }

  async function authenticate(token: string): Promise<Caller | undefined> {
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('base64');
    const known = trusted.get(key);
    if (known !== undefined && known.until > now()) return known.caller;
    trusted.delete(key);
    // A page asks for many things at once, and a browser has many pages: they wait for the same answer.
    const asked = lookedUp.get(key);
    if (asked !== undefined) return asked;
    const asking = lookUp(tokenHash, key).finally(() => {
      if (lookedUp.get(key) === asking) lookedUp.delete(key);
    });
    lookedUp.set(key, asking);
    return asking;
  }

  async function lookUp(tokenHash: Buffer, key: string): Promise<Caller | undefined> {
    const endingsBefore = endings;
    const tenantId = await db.directory.tenantOfSession(tokenHash);
    if (tenantId === undefined) return undefined;
    const row = await opened(tenantId, (all) => all.where('session.token_hash', '=', tokenHash));
    if (row === undefined) return undefined;
    if (row.last_seen_at.getTime() < now() - touchMs) await touch(tenantId, row.session_id);
    const caller = await callerIn(tenantId, row);
    // A session that ended while it was being read must not be believed afterwards.
    if (caller !== undefined && endings === endingsBefore) trusted.set(key, { caller, until: now() + trustedMs });
    return caller;
  }

  /** Whose session this is, with what they may do now; undefined where it has ended. */
  async function callerOf(tenantId: string, sessionId: string): Promise<Caller | undefined> {
    const row = await opened(tenantId, (all) => all.where('session.id', '=', sessionId));
    return row && callerIn(tenantId, row);
  }

  /** A live session with whose it is, which is found first: a database that has not looked at its tables yet would go through all sessions for everybody. */
  async function opened(tenantId: string, which: (all: ReturnType<typeof live>) => ReturnType<typeof live>) {
    const { found } = await db.read(tenantId, (trx) => {
      const one = which(live(trx));
      return {
        found: peopleWhoMaySignIn(trx, new Date(now()))
          .where('account.id', '=', one.select('session.account_id').limit(1))
          .innerJoin(one.selectAll('session').as('session'), 'session.account_id', 'account.id')
          .select(['session.id as session_id', 'session.last_seen_at', 'session.expires_at', 'session.must_set_up'])
          .select(lacksSecondFactor.as('lacks_second_factor'))
          .select(['session.by_provider', 'session.begun_by', 'session.look_account_id', 'session.look_role_id']),
      };
    });
    return found[0];
  }

  /** Who asks by a session: whose it is, or whom they look through, for as long as the session that began it is there. */
  async function callerIn(
    tenantId: string,
    row: NonNullable<Awaited<ReturnType<typeof opened>>>,
  ): Promise<Caller | undefined> {
    const own = callerFrom(row, {
      id: row.session_id,
      mustSetUp: row.must_set_up || (!row.by_provider && row.lacks_second_factor),
    });
    const { begun_by: begunBy } = row;
    if (begunBy === null) return own;
    return db.inTenant(tenantId, async (trx) => {
      const begun = await live(trx).where('session.id', '=', begunBy).select('id').executeTakeFirst();
      return begun && viewAsCaller(trx, own, row, new Date(now()));
    });
  }

  const touch = (tenantId: string, sessionId: string) =>
    db.write(tenantId, (trx) => ({
      touched: trx
        .updateTable('session')
        .set({ last_seen_at: new Date(now()) })
        .where('id', '=', sessionId),
    }));

  async function begin(
    tenantId: string,
    {
      accountId,
      account = sql<string>`${accountId}::uuid`,
      mustSetUp,
      byProvider = false,
      ldapName,
      ...from
    }: Beginning,
  ): Promise<{ token: string; expiresAt: Date }> {
    const token = issueToken();
    const id = newId();
    const expiresAt = new Date(now() + absoluteMs);
    await db.write(tenantId, (trx) => ({
      session: trx.insertInto('session').values({
        id,
        account_id: account,
        token_hash: hashToken(token),
        last_seen_at: new Date(now()),
        expires_at: expiresAt,
        network: from.network,
        user_agent: from.userAgent,
        must_set_up: mustSetUp,
        by_provider: byProvider,
        ldap_name: ldapName ?? null,
        created_at: new Date(now()),
        created_by: accountId,
      }),
      audit: auditing(trx, { ...from, accountId }, [{ action: 'sign-in', subject: 'session', subjectId: id }]),
    }));
    await tell('started', tenantId, [id]);
    return { token, expiresAt };
  }

  return {
    authenticate,
    callerOf,
    /** What is remembered of these sessions is asked for again: they ended in another process, or somebody's rights changed. */
    forget,
    /** Answers the token, which is stored nowhere. */
    start: (tenantId: string, accountId: string, from: From, mustSetUp = false) =>
      begin(tenantId, { ...from, accountId, mustSetUp }),
    /** The same for who signed in at the company's provider, which answers for their second factor. */
    startByProvider: (tenantId: string, accountId: string, from: From) =>
      begin(tenantId, { ...from, accountId, mustSetUp: false, byProvider: true }),
    /** The same for who came by a name and a password of the company's directory. */
    startByDirectory: (
      tenantId: string,
      accountId: string,
      { from, ldapName, mustSetUp }: { from: From; ldapName: string; mustSetUp: boolean },
    ) => begin(tenantId, { ...from, accountId, ldapName, mustSetUp }),
    /**
     * The same for who came by a password, whose hash this is: undefined where it was set anew while they were looked at. Who
     * sets it waits for a session that just begins, and ends it with the others.
     */
    async startByPassword(
      tenantId: string,
      { id: accountId, password_hash }: { id: string; password_hash: string | null },
      from: From,
      mustSetUp: boolean,
    ) {
      const account = sql<string>`(select id from account
        where id = ${accountId} and password_hash = ${password_hash} for share)`;
      return begin(tenantId, { ...from, accountId, account, mustSetUp }).catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === notNullViolation) return undefined;
        throw error;
      });
    },
    /** Within the session that asks: another one that looks through an account's or a role's eyes. `record` is in the same transaction. */
    async look(
      caller: Caller,
      { account, role, ...from }: { account?: string; role?: string; network: string; userAgent: string },
      record: (trx: Trx, expiresAt: Date) => Promise<void>,
    ) {
      const token = issueToken();
      const expiresAt = new Date(now() + lookMs);
      await db.inTenant(caller.tenantId, async (trx) => {
        await trx
          .insertInto('session')
          .values({
            id: newId(),
            account_id: caller.accountId,
            token_hash: hashToken(token),
            last_seen_at: new Date(now()),
            expires_at: expiresAt,
            network: from.network,
            user_agent: from.userAgent,
            begun_by: caller.sessionId,
            look_account_id: account ?? null,
            look_role_id: role ?? null,
            created_at: new Date(now()),
            created_by: caller.accountId,
          })
          .execute();
        await record(trx, expiresAt);
      });
      return { token, expires_at: expiresAt };
    },
    /** Somebody signs out: their token stops working at once. */
    async end(by: By): Promise<void> {
      const { tenantId, sessionId } = by.caller;
      const ended = await db.inTenant(tenantId, async (trx) => {
        const ids = await endSessions(trx, { id: sessionId });
        const isOwn = (id: string) => id === sessionId && by.caller.lookedAs === undefined;
        const entries = ids.map((id) => ({
          action: isOwn(id) ? 'sign-out' : 'look-as-end',
          subject: 'session',
          subjectId: id,
        }));
        await audit(trx, actorOf(by), ...entries);
        return ids;
      });
      await tell('ended', tenantId, ended);
    },
    /**
     * The second factor that was asked for is there: this session, in which it was shown, may do everything now. Any other that came by
     * the password alone ends: whoever it is has shown nothing else.
     */
    async setUp({ tenantId, accountId, sessionId }: Caller): Promise<void> {
      const [free, ended] = await db.inTenant(tenantId, async (trx) => {
        const waiting = trx
          .updateTable('session')
          .where('account_id', '=', accountId)
          .where('must_set_up', '=', true)
          .where('ended_at', 'is', null)
          .returning('id');
        return [
          await waiting.set({ must_set_up: false }).where('id', '=', sessionId).execute(),
          await waiting.set({ ended_at: new Date(now()) }).execute(),
        ];
      });
      forget((caller) => caller.accountId === accountId);
      await tell(
        'started',
        tenantId,
        free.map(({ id }) => id),
      );
      await tell(
        'ended',
        tenantId,
        ended.map(({ id }) => id),
      );
    },
    /** The live sessions of a person, latest use first. */
    own: (trx: Trx, accountId: string) =>
      live(trx)
        .where('account_id', '=', accountId)
        .where('begun_by', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .select(['id', 'user_agent', 'network', 'created_at', 'last_seen_at', 'expires_at'])
        .execute(),
    /** Within a transaction: ends one. Tell by `announceEnded` once it has committed. */
    endOne: (trx: Trx, id: string) => endSessions(trx, { id }),
    /** Within a transaction that changes the password: ends every session of the person but this one. Tell by `announceEnded` once it has committed. */
    endOthers: (trx: Trx, caller: Caller) => endSessions(trx, { account: caller.accountId, but: caller.sessionId }),
    /** The same of every session of somebody whose password was set or who is sent out. */
    endAll: (trx: Trx, accountId: string, by: string | null = null) =>
      endSessions(trx, { account: accountId, but: undefined }, by),
    /** Ends the sessions of all accounts that may not sign in any more, by any change. */
    async endOfInactive(tenantId: string): Promise<void> {
      const ended = await db.inTenant(tenantId, async (trx) => {
        const rows = await trx
          .updateTable('session')
          .set({ ended_at: new Date(now()) })
          .where('ended_at', 'is', null)
          .where('account_id', 'in', trx.selectFrom('account').select('id').where('active', '=', false))
          .returning('id')
          .execute();
        return rows.map(({ id }) => id);
      });
      await tell('ended', tenantId, ended);
    },
    /** Who has signed whom out, by the sessions that ended so. */
    async endedBy(tenantId: string, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db.inTenant(tenantId, (trx) =>
        trx
          .selectFrom('session')
          .innerJoin('account', 'account.id', 'session.ended_by')
          .where('session.id', 'in', [...sessionIds])
          .select(['session.id', 'account.name'])
          .execute(),
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    announceEnded: (tenantId: string, sessionIds: readonly string[]) => tell('ended', tenantId, sessionIds),
    /** Live sessions by extension: whose phones may register. Of all people, or of those that some sessions are or were of. */
    async liveWithExtension(tenantId: string, of: readonly string[] | 'all'): Promise<ReadonlyMap<string, string[]>> {
      const isOfThem = (account: string) =>
        of === 'all'
          ? sql<boolean>`true`
          : sql<boolean>`${sql.ref(account)} = any(array(select account_id from session where id = any(${[...of]}::uuid[])))`;
      // Put together here: a database that has not looked at these tables yet would compare everybody with everybody.
      const { people, alive } = await db.read(tenantId, (trx) => ({
        people: trx
          .selectFrom('account')
          .where('account.active', '=', true)
          .where('account.extension', 'is not', null)
          .where(isOfThem('account.id'))
          .select((row) => ['account.id', row.ref('account.extension').$notNull().as('extension')]),
        alive: live(trx)
          .where('session.must_set_up', '=', false)
          .where('session.begun_by', 'is', null)
          .where(isOfThem('session.account_id'))
          .select(['session.id', 'session.account_id']),
      }));
      const byAccount = Map.groupBy(alive, ({ account_id }) => account_id);
      const found = people.map(
        ({ id, extension }) => [extension, (byAccount.get(id) ?? []).map((session) => session.id)] as const,
      );
      // Whoever was asked about is told of, too, when nothing is left.
      return new Map(of === 'all' ? found.filter(([, ids]) => ids.length > 0) : found);
    },
    /** An open console counts as use. */
    seen: async (caller: Caller) => void (await touch(caller.tenantId, caller.sessionId)),
    /** Ends what has expired, so that its phones stop too. Run every minute. */
    async sweep(): Promise<void> {
      for (const { id: tenantId } of await db.directory.tenants()) {
        const ended = await db.inTenant(tenantId, async (trx) => {
          const rows = await trx
            .updateTable('session')
            .set({ ended_at: new Date(now()) })
            .where('ended_at', 'is', null)
            .where((row) =>
              row.or([row('expires_at', '<=', new Date(now())), row('last_seen_at', '<=', new Date(now() - idleMs))]),
            )
            .returning(['id', 'account_id', 'begun_by'])
            .execute();
          for (const { id, account_id } of rows.filter(({ begun_by }) => begun_by !== null)) {
            const actor = { accountId: account_id, network: '', requestId: '' };
            await audit(trx, actor, { action: 'look-as-end', subject: 'session', subjectId: id });
          }
          return rows.map(({ id }) => id);
        });
        await tell('ended', tenantId, ended);
      }
      for (const [key, { until }] of trusted) if (until <= now()) trusted.delete(key);
    },
    /** Told after sessions have started or ended, and waited for where it answers a promise: phones get or lose their secret, live sockets close. */
    onChange(listener: (change: SessionChange) => unknown): void {
      listeners.add(listener);
    },
  };

  async function endSessions(
    trx: Trx,
    which: { id: string } | { account: string; but: string | undefined },
    by: string | null = null,
  ): Promise<string[]> {
    const open = trx
      .updateTable('session')
      .set({ ended_at: new Date(now()), ended_by: by })
      .where('ended_at', 'is', null);
    const chosen =
      'id' in which
        ? open.where((row) => row.or([row('id', '=', which.id), row('begun_by', '=', which.id)]))
        : open.where('account_id', '=', which.account).where(sql<boolean>`id is distinct from ${which.but ?? null}`);
    return (await chosen.returning('id').execute()).map(({ id }) => id);
  }
}

export type SessionStore = ReturnType<typeof sessionStore>;
