import { askNumberProof, numberProofState, otpState, otpVerifyTries, proofsPerDay, proveNumber } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import { type Db, goOnIn, type Trx } from '../../db/database.ts';
import { tellRefused } from '../../db/refused-told.ts';
import { giveNumberTo, holderOf, type NumberHolder } from '../../domain/number-owners.ts';
import { keepOtpRequest } from '../../domain/otp/ask.ts';
import { checkCode } from '../../domain/otp/check-code.ts';
import type { OtpKeeper } from '../../domain/otp/codes.ts';
import { candidates } from '../../domain/otp/number-use.ts';
import { siteOf } from '../../http/network.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';

interface NumberProofDeps extends OtpKeeper {
  readonly db: Db;
  /** Tells the process that runs the company's calls that there is something to say. */
  readonly asked: (tenantId: string, requestId: string) => void;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

const operatorsWord = 'Hãy nhờ đơn vị vận hành xác nhận số này.';
const ttlSeconds = 600;
const dayMs = 24 * 3_600_000;

/**
 * A number is proven by a code that is said there. The company of those who run the installation makes the call, over a carrier of its
 * own: a carrier of whoever claims the number would let them hear what they like. Request, code and tries are rows of that company.
 */
export function numberProofRoutes({ db, codes, now, asked, onCallsChanged }: NumberProofDeps): Route[] {
  const keeper = { codes, now };

  /** Those who run the installation, with what can carry a proof. */
  async function operators(): Promise<readonly string[]> {
    const { rows } = await db.outside((one) =>
      sql<{ id: string }>`select id from operating_companies() as id`.execute(one),
    );
    return rows.map(({ id }) => id);
  }

  async function carrying(): Promise<string | undefined> {
    for (const id of await operators()) {
      if ((await db.inTenant(id, (trx) => candidates(trx, true).execute())).length > 0) return id;
    }
    return undefined;
  }

  /** Does something with a proof that the caller's company asked for, in a transaction of the company that carries it. */
  async function withProof<T>(by: By, id: string, work: (trx: Trx, proof: Proof, operator: string) => Promise<T>) {
    for (const operator of await operators()) {
      const done = await db.inTenant(operator, async (trx) => {
        const proof = await proofs(trx)
          .where('number_proof.id', '=', id)
          .where('number_proof.claimant_id', '=', by.caller.tenantId)
          .forUpdate()
          .executeTakeFirst();
        return proof && { value: await work(trx, proof, operator) };
      });
      if (done !== undefined) return done.value;
    }
    throw Problem.notFound();
  }

  return [
    route(askNumberProof, async (by) => {
      const { tenantId } = by.caller;
      const number = callable(by.body.number);
      const holder = await db.outside((one) => holderOf(one, number));
      if (holder?.proven === true && holder.tenant_id !== tenantId) await tellHolder(db, holder, { number, by });
      mayBeClaimed(holder, tenantId);
      const operator = await carrying();
      if (operator === undefined) {
        throw Problem.callRefused(`Chưa có đường truyền nào để gọi xác minh. ${operatorsWord}`);
      }
      return db.inTenant(operator, async (trx) => {
        const site = siteOf(by.network);
        await keepToDay(trx, { claimant: tenantId, site, since: new Date(now() - dayMs) });
        const id = await keepOtpRequest(trx, keeper, operator, {
          phone: number,
          length: 6,
          ttlSeconds,
          tries: 1,
          pauseSeconds: 20,
          ref: 'Xác minh đầu số',
          test: false,
          keyName: '',
          by: null,
          overCarrier: true,
        });
        await trx
          .insertInto('number_proof')
          .values({ id, claimant_id: tenantId, number, network: site, created_at: new Date(now()) })
          .execute();
        afterCommit(trx, () => asked(operator, id));
        const proof = await proofs(trx).where('number_proof.id', '=', id).executeTakeFirstOrThrow();
        await goOnIn(trx, tenantId);
        const subjectId = holder?.tenant_id === tenantId ? holder.id : id;
        await audit(trx, actorOf(by), {
          action: 'update',
          subject: 'service_number',
          subjectId,
          after: { number, proof: 'asked' },
        });
        return shown(proof);
      });
    }),

    route(numberProofState, (by) => withProof(by, by.params.id, async (_, proof) => shown(proof))),

    route(proveNumber, async (by) => {
      const { tenantId } = by.caller;
      const changed = new Set<string>();
      const result = await withProof(by, by.params.id, async (trx, proof, operator) => {
        const { number } = proof;
        const { isOpen, ...checked } = await checkCode(trx, keeper, operator, proof, by.body.code);
        if (!checked.verified) {
          await goOnIn(trx, tenantId);
          const after = { number, proof: isOpen ? 'wrong code' : 'expired', tries_left: checked.tries_left };
          await audit(trx, actorOf(by), { action: 'update', subject: 'service_number', subjectId: proof.id, after });
          return { proven: false, tries_left: checked.tries_left, service_number_id: null };
        }
        const held = await holderOf(trx, number);
        mayBeClaimed(held, tenantId);
        const at = new Date(now());
        await trx.updateTable('number_proof').set({ proven_at: at }).where('id', '=', proof.id).execute();
        const told = { network: by.network, requestId: by.requestId, accountId: null };
        await audit(trx, told, {
          action: 'update',
          subject: 'service_number',
          subjectId: proof.id,
          after: { number, proven_by_call: tenantId },
        });
        afterCommit(trx, () => asked(operator, proof.id));
        const id = await giveNumberTo(trx, {
          held,
          to: tenantId,
          at,
          by: 'call',
          told: { holder: told, owner: actorOf(by) },
          words: { by_call: true },
          noTrunk: () => Problem.callRefused('Hãy thêm một đường truyền trước khi nhận số này'),
        });
        changed.add(held.tenant_id).add(tenantId);
        return { proven: true, tries_left: 0, service_number_id: id };
      });
      await Promise.all([...changed].map(onCallsChanged));
      return result;
    }),
  ];
}

const proofs = (trx: Trx) =>
  trx
    .selectFrom('number_proof')
    .innerJoin('otp_request', 'otp_request.id', 'number_proof.id')
    .select(['number_proof.id', 'number_proof.number', 'number_proof.proven_at'])
    .select(['otp_request.state', 'otp_request.reason', 'otp_request.expires_at'])
    .select(['otp_request.code_hash', 'otp_request.verify_tries']);

type Proof = Awaited<ReturnType<ReturnType<typeof proofs>['executeTakeFirstOrThrow']>>;

const shown = ({ id, number, state, reason, expires_at, proven_at, code_hash, verify_tries }: Proof) => ({
  id,
  number,
  state: otpState.parse(state),
  reason,
  expires_at,
  tries_left: code_hash === null ? 0 : otpVerifyTries - verify_tries,
  proven: proven_at !== null,
});

/** Only where a call costs what a call costs, and somebody can pick up. */
function callable(written: string): string {
  const read = parsePhone(written);
  if (!read.ok) throw Problem.invalid({ number: 'Không phải số điện thoại gọi được từ Việt Nam' });
  const { kind, canonical } = read.phone;
  if (kind !== 'mobile' && kind !== 'fixed') {
    throw Problem.invalid({
      number: `Chỉ số di động và số cố định được gọi xác minh. ${operatorsWord}`,
    }).toldAs('service_number');
  }
  return canonical;
}

function mayBeClaimed(holder: NumberHolder | undefined, tenantId: string): asserts holder is NumberHolder {
  if (holder === undefined)
    throw Problem.invalid({ number: 'Chưa công ty nào khai báo số này: hãy thêm đầu số trước' });
  const isOwn = holder.tenant_id === tenantId;
  if (holder.proven) {
    throw Problem.callRefused(
      isOwn
        ? 'Số này đã được xác minh'
        : 'Số này đã được một công ty khác xác minh. Nếu số là của bạn, hãy liên hệ đơn vị vận hành.',
    ).toldAs(isOwn ? '' : 'service_number');
  }
  if (holder.operates)
    throw Problem.callRefused('Số của đơn vị vận hành không cần xác minh bằng cuộc gọi').toldAs('service_number');
}

/** Whose number it is hears that another company asked for it, and not which. */
const tellHolder = (
  db: Pick<Db, 'inTenant'>,
  holder: NumberHolder,
  { number, by: { network, requestId } }: { number: string; by: By },
): Promise<void> =>
  db.inTenant(holder.tenant_id, (trx) =>
    tellRefused(
      trx,
      { accountId: null, network, requestId },
      { subject: 'service_number', subjectId: holder.id, after: { number, asked_by_another: true } },
    ),
  );

/** What one party may cost the others: calls are the operator's money, and each of them rings at somebody's. */
async function keepToDay(
  trx: Trx,
  { claimant, site, since }: { claimant: string; site: string; since: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('number_proof'), hashtext(current_tenant()::text))`.execute(trx);
  const asked = await trx
    .selectFrom('number_proof')
    .where('created_at', '>', since)
    .select([
      sql<number>`count(*)::int`.as('installation'),
      sql<number>`(count(*) filter (where claimant_id = ${claimant}))::int`.as('company'),
      sql<number>`(count(*) filter (where network = ${site}))::int`.as('network'),
    ])
    .executeTakeFirstOrThrow();
  const isOver =
    asked.company >= proofsPerDay.company ||
    asked.network >= proofsPerDay.network ||
    asked.installation >= proofsPerDay.installation;
  if (isOver)
    throw Problem.tooManyRequests(3_600, `Hôm nay đã gọi xác minh quá nhiều lần. ${operatorsWord}`).toldAs(
      'service_number',
    );
}
