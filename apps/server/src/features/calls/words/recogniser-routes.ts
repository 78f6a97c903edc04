import { companyRecogniser, setCompanyRecogniser, tryCompanyRecogniser } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/database.ts';
import { tellInside } from '../../../db/refused-told.ts';
import { type Route, route } from '../../../http/route.ts';
import { actorOf } from '../../../kernel/by.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';
import { Problem } from '../../../kernel/problem.ts';
import { httpRecogniser } from './http-recogniser.ts';
import { keptRecogniser, recogniserSealer } from './kept-recogniser.ts';
import { tone } from './pieces.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly serverKey: ServerKey;
  readonly offered: boolean;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
}

const off = { active: false, url: '', model: 'whisper-1', language: 'vi', sealed_key: null };
/** Somebody waits for the answer. */
const triedWithinMs = 20_000;

/** Who writes down what is said in a company's calls. */
export const recogniserRoutes = ({ db, serverKey, offered, allowed }: Deps): Route[] => {
  const sealer = recogniserSealer(serverKey);
  return [
    route(companyRecogniser, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { active, url, model, language, sealed_key: key } = (await keptRecogniser(trx)) ?? off;
        const { rows } = await sql<{ done: number; sent: number; waiting: number; failed: number }>`select
          count(*) filter (where state = 'done')::int as done, coalesce(sum(sent_ms), 0)::float as sent,
          (select count(*)::int from transcript where state = 'due') as waiting,
          (select count(*)::int from transcript where state = 'failed') as failed
          from transcript where done_at > now() - interval '30 days'`.execute(trx);
        const { done = 0, sent = 0, waiting = 0, failed = 0 } = rows[0] ?? {};
        const told = { done, waiting, failed, sent_seconds: Math.round(sent / 1_000) };
        return { offered, active, url, model, language, has_key: key !== null, ...told };
      }),
    ),

    route(setCompanyRecogniser, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, body } = request;
        const { key, ...said } = body;
        if (said.active && !offered)
          throw Problem.invalid({ active: 'Đơn vị vận hành chưa cho chép lời trên máy chủ này' });
        const before = (await keptRecogniser(trx)) ?? off;
        const isElsewhere = URL.parse(before.url)?.origin !== URL.parse(said.url)?.origin;
        // A key that was given for one place is not sent to another.
        const sealed = key === undefined ? (isElsewhere ? null : before.sealed_key) : sealedOf(caller.tenantId, key);
        const values = { ...said, sealed_key: sealed, failures: 0, rests_until: null };
        await trx
          .insertInto('company_recogniser')
          .values({ id: newId(), ...values, created_by: caller.accountId })
          .onConflict((row) =>
            row
              .column('tenant_id')
              .doUpdateSet({ ...values, updated_at: sql<Date>`now()`, updated_by: caller.accountId }),
          )
          .execute();
        const shown = ({ active, url, model, language, sealed_key: its }: typeof before) => ({
          recogniser: { active, url, model, language, has_key: its !== null },
        });
        await audit(trx, actorOf(request), {
          action: 'update',
          subject: 'system_setting',
          subjectId: caller.tenantId,
          before: shown(before),
          after: shown({ ...before, ...values }),
        });
        return {};
      }),
    ),

    route(tryCompanyRecogniser, async (request) => {
      const { tenantId } = request.caller;
      const kept = await db.inTenant(tenantId, keptRecogniser);
      if (!offered) return { ok: false, words: 'Đơn vị vận hành chưa cho chép lời trên máy chủ này' };
      if (kept === undefined || kept.url === '') return { ok: false, words: 'Chưa lưu địa chỉ máy chép lời' };
      const { url, model, language, sealed_key: sealed } = kept;
      const key = sealed === null ? '' : sealer.open(tenantId, sealed);
      if (key === undefined) return { ok: false, words: 'Khoá không còn mở được, hãy nhập lại' };
      const heard = await httpRecogniser({ url, model, language, key }, { allowed, withinMs: triedWithinMs })(tone());
      if (heard.is === 'heard') return { ok: true, words: 'Máy chép lời trả lời đúng cách' };
      if (heard.inside === true) {
        const refused = {
          subject: 'system_setting',
          subjectId: tenantId,
          after: { address: url, message: heard.because },
        };
        await db.inTenant(tenantId, (trx) => tellInside(trx, actorOf(request), refused));
      }
      return { ok: false, words: heard.because };
    }),
  ];

  function sealedOf(tenantId: string, key: string): Buffer | null {
    return key === '' ? null : sealer.seal(tenantId, key);
  }
};
