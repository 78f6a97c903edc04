import {
  askOtp,
  exportOtpRequests,
  otpFigures,
  otpPerPhone,
  otpRequest,
  otpRequests,
  otpVerifyTries,
  totalCap,
  verifyOtp,
} from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { otpRequestsIn, presentOtp } from '../../domain/otp-requests.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { chooseNumber } from './choose-number.ts';
import { codeHasher, codePlaceOf, newCode, otpSealer } from './codes.ts';
import { countRequests, newestFirst, type OtpQuery, otpExport, wantedBy } from './find-requests.ts';
import { candidates } from './number-use.ts';

interface OtpDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly budget: NumberBudget;
  readonly serverKey: ServerKey;
  /** Tells the process that runs the company's calls that there is something to say. */
  readonly asked: (tenantId: string, requestId: string) => void;
  readonly now: () => number;
}

/** Asking for one-time passwords to be said, whether one is right, and what became of them. */
export function otpRoutes({ db, announce, announceJob, budget, serverKey, asked, now }: OtpDeps): Route[] {
  const sealer = otpSealer(serverKey);
  const hasher = codeHasher(serverKey);

  async function shownOne(trx: Trx, by: By, id: string) {
    const row = await otpRequestsIn(trx)
      .where('otp_request.id', '=', id)
      .where(wantedBy(by, anything))
      .executeTakeFirst();
    if (row === undefined) throw Problem.notFound();
    return presentOtp(row, await numberView(trx, by.caller));
  }

  return [
    route(askOtp, (request) => {
      const { tenantId, accountId, apiKeyId, name } = request.caller;
      const { phone, code, length, ttl_seconds: ttl, tries, pause_seconds, ref, test } = request.body;
      const { number, abroad } = calledNumber(phone);
      return db.inTenant(tenantId, async (trx) => {
        await keepToLimits(trx, number);
        const chosen = chooseNumber(await candidates(trx).execute(), { abroad });
        if (chosen.kind === 'none') throw Problem.callRefused(chosen.why);
        const id = newId();
        const place = codePlaceOf(tenantId, id);
        const said = code ?? newCode(length);
        const at = now();
        await trx
          .insertInto('otp_request')
          .values({
            id,
            number,
            ref,
            test,
            tries,
            pause_seconds,
            generated: code === undefined,
            sealed_code: sealer.seal(place, said),
            code_hash: code === undefined ? hasher.hash(place, said) : null,
            next_at: new Date(at),
            expires_at: new Date(at + ttl * 1_000),
            created_at: new Date(at),
            key_name: apiKeyId === undefined ? '' : name,
            created_by: accountId,
          })
          .execute();
        // Thousands that programs ask for have their own list; what a person tries is in the trail.
        if (apiKeyId === undefined) {
          await audit(trx, actorOf(request), {
            action: 'create',
            subject: 'otp_request',
            subjectId: id,
            after: { test },
          });
        }
        await announce(trx, { tenantId, subject: 'voice-otp', ids: [id] });
        afterCommit(trx, () => asked(tenantId, id));
        return shownOne(trx, request, id);
      });
    }),

    route(verifyOtp, (request) => {
      const { caller, params, body } = request;
      const { tenantId } = caller;
      return db.inTenant(tenantId, async (trx) => {
        // Tries are counted one after the other, from wherever they come.
        const row = await trx
          .selectFrom('otp_request')
          .where('id', '=', params.id)
          .where(wantedBy(request, anything))
          .select(['id', 'code_hash', 'expires_at', 'verify_tries'])
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw Problem.notFound();
        const { code_hash: hash, verify_tries: before } = row;
        const at = new Date(now());
        if (hash === null || row.expires_at <= at) return { verified: false, tries_left: 0 };
        const verified = hasher.matches(hash, codePlaceOf(tenantId, row.id), body.code);
        const left = verified ? 0 : otpVerifyTries - before - 1;
        await trx
          .updateTable('otp_request')
          .set({
            verify_tries: before + 1,
            updated_at: at,
            ...(left > 0 ? {} : { code_hash: null }),
            // Nobody is called any more for a code that has done its work.
            ...(verified ? { state: 'verified', reason: '', verified_at: at, sealed_code: null, next_at: null } : {}),
          })
          .where('id', '=', row.id)
          .execute();
        await announce(trx, { tenantId, subject: 'voice-otp', ids: [row.id] });
        // Whoever is to be called no more is settled now, and told of.
        if (verified) afterCommit(trx, () => asked(tenantId, row.id));
        return { verified, tries_left: left };
      });
    }),

    route(otpRequests, async (request) => {
      const { caller, query } = request;
      await budget.spend(request, query.search);
      return db.inTenant(caller.tenantId, async (trx) => {
        const rows = await newestFirst(trx, request, query)
          .limit(query.per_page)
          .offset((query.page - 1) * query.per_page)
          .execute();
        const total = await countRequests(trx, request, query, totalCap + 1);
        const view = await numberView(trx, caller);
        const data = rows.map((row) => presentOtp(row, view));
        return { data, total: Math.min(total, totalCap), total_capped: total > totalCap };
      });
    }),

    fileRoute(exportOtpRequests, async (request) => {
      const { format, ...query } = request.query;
      await budget.spend(request, query.search);
      return exportRows({ db, announceJob }, otpExport, request, query, format);
    }),

    route(otpFigures, async (request) => {
      await budget.spend(request, request.query.search);
      return db.inTenant(request.caller.tenantId, (trx) =>
        trx
          .selectFrom('otp_request')
          .where(wantedBy(request, request.query))
          .where('test', '=', false)
          .select([
            sql<number>`count(*)::int`.as('asked'),
            sql<number>`(count(*) filter (where state not in ('asked', 'calling')))::int`.as('over'),
            sql<number>`(count(*) filter (where state in ('heard', 'verified')))::int`.as('heard'),
            sql<number>`(count(*) filter (where state = 'verified'))::int`.as('verified'),
            sql<number>`(count(*) filter (where generated))::int`.as('generated'),
          ])
          .executeTakeFirstOrThrow(),
      );
    }),

    route(otpRequest, (request) =>
      db.inTenant(request.caller.tenantId, (trx) => shownOne(trx, request, request.params.id)),
    ),
  ];

  async function keepToLimits(trx: Trx, number: string): Promise<void> {
    // Many at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('otp_request'), hashtext(current_tenant()::text || ${number}))`.execute(
      trx,
    );
    const since = (ms: number) => new Date(now() - ms);
    const { day, hour, oldest } = await trx
      .selectFrom('otp_request')
      .where('number', '=', number)
      .where('created_at', '>', since(dayMs))
      .select([
        sql<number>`count(*)::int`.as('day'),
        sql<number>`(count(*) filter (where created_at > ${since(hourMs)}))::int`.as('hour'),
        sql<Date | null>`min(created_at)`.as('oldest'),
      ])
      .executeTakeFirstOrThrow();
    if (hour < otpPerPhone.hour && day < otpPerPhone.day) return;
    const waitMs = day >= otpPerPhone.day ? (oldest?.getTime() ?? now()) + dayMs - now() : hourMs;
    throw Problem.tooManyRequests(Math.ceil(waitMs / 1_000), 'Số này đã được yêu cầu gọi mã quá nhiều lần');
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const anything: OtpQuery = { search: '', from: undefined, to: undefined, state: undefined };

/** Only where people are reached: no hotline that costs, no number of an authority. */
function calledNumber(phone: string): { number: string; abroad: boolean } {
  const read = parsePhone(phone);
  if (!read.ok || !['mobile', 'fixed', 'international'].includes(read.phone.kind)) {
    throw Problem.invalid({ phone: 'Chỉ gọi được số di động hoặc số cố định' });
  }
  return { number: read.phone.canonical, abroad: read.phone.kind === 'international' };
}
