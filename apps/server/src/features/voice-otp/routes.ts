import { askOtp, exportOtpRequests, otpFigures, otpRequest, otpRequests, totalCap, verifyOtp } from '@alo/contract';
import { sql } from 'kysely';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { keepOtpRequest } from '../../domain/otp/ask.ts';
import { checkCode } from '../../domain/otp/check-code.ts';
import type { OtpCodes } from '../../domain/otp/codes.ts';
import { otpRequestsIn, presentOtp } from '../../domain/otp-requests.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { countRequests, newestFirst, type OtpQuery, otpExport, wantedBy } from './find-requests.ts';

interface OtpDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly budget: NumberBudget;
  readonly codes: OtpCodes;
  /** Tells the process that runs the company's calls that there is something to say. */
  readonly asked: (tenantId: string, requestId: string) => void;
  readonly now: () => number;
}

/** Asking for one-time passwords to be said, whether one is right, and what became of them. */
export function otpRoutes({ db, announce, announceJob, budget, codes, asked, now }: OtpDeps): Route[] {
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
      const { tenantId, accountId, apiKeyId, isSandbox = false, name } = request.caller;
      const { phone, code, length, ttl_seconds: ttl, tries, pause_seconds, ref, test } = request.body;
      return db.inTenant(tenantId, async (trx) => {
        const id = await keepOtpRequest(trx, { codes, now }, tenantId, {
          phone,
          code,
          length,
          ttlSeconds: ttl,
          tries,
          pauseSeconds: pause_seconds,
          ref,
          test: test || isSandbox,
          toBots: isSandbox,
          keyName: apiKeyId === undefined ? '' : name,
          by: accountId,
          overCarrier: false,
        });
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
        const row = await trx
          .selectFrom('otp_request')
          .where('id', '=', params.id)
          .where(wantedBy(request, anything))
          .select(['id', 'code_hash', 'expires_at', 'verify_tries'])
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw Problem.notFound();
        const { isOpen, ...checked } = await checkCode(trx, { codes, now }, tenantId, row, body.code);
        if (!isOpen) return checked;
        await announce(trx, { tenantId, subject: 'voice-otp', ids: [row.id] });
        // Whoever is to be called no more is settled now, and told of.
        if (checked.verified) afterCommit(trx, () => asked(tenantId, row.id));
        return checked;
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
}

const anything: OtpQuery = { search: '', from: undefined, to: undefined, state: undefined };
