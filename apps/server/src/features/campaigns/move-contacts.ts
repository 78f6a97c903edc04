import { contactMoves, moveContacts } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

import { startJob } from '../../background/job-rows.ts';
import type { JobKind } from '../../background/job-work.ts';
import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { campaignFacts } from './contacts.ts';
import { contactsWanted } from './find-contacts.ts';

const rowsInABatch = 1_000;

const jobInput = z.object({ campaign_id: z.uuid(), network: z.string(), ...moveContacts.body.shape });
type Move = Pick<z.output<typeof jobInput>, 'move' | 'account_id'>;

/** How far it has come: all up to this id have been looked at. */
const jobReport = z.object({ moved: z.int().default(0), after: z.uuid().optional() });

/** Asks for something to be done with many customers of a campaign; a worker does it. */
export const moveRoute = ({ db, announceJob }: { db: Db } & Pick<ResourceDeps, 'announceJob'>): Route =>
  route(moveContacts, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params, body, network } = request;
      const { tenantId } = caller;
      const facts = await campaignFacts(trx, params.id, caller.accountId);
      if (facts === undefined) throw Problem.notFound();
      const { move, account_id: account } = body;
      if (move === 'assign' && account !== null) await refuseStranger(trx, params.id, account);
      const { id: jobId } = await startJob(trx, request, {
        kind: 'campaign-move',
        title: `${contactMoves[move]}: khách của ${facts.name}`,
        permission: 'campaign.update',
        input: { campaign_id: params.id, network, ...body } satisfies z.input<typeof jobInput>,
      });
      afterCommit(trx, () => announceJob({ tenantId, jobId }));
      return { job_id: jobId };
    }),
  );

/** Whoever would be offered nobody of it keeps nobody from the others. */
async function refuseStranger(trx: Trx, campaignId: string, accountId: string): Promise<void> {
  const active = await trx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('active', '=', true)
    .select('id')
    .executeTakeFirst();
  if (active === undefined) throw Problem.invalid({ account_id: 'Hãy chọn một nhân viên đang hoạt động' });
  const facts = await campaignFacts(trx, campaignId, accountId);
  if (facts?.isMember !== true) throw Problem.invalid({ account_id: 'Nhân viên này không ở trong chiến dịch' });
}

/** Does it, one batch after the other; may be broken off at any moment and taken up again. */
export const moveJob =
  (announce: AnnounceChange): JobKind =>
  async (work) => {
    const { campaign_id: campaignId, network, wanted, ...move } = jobInput.parse(work.input);
    const by = { ...work.by, network };
    const { search, filters, ids } = wanted;
    for (let { moved, after } = jobReport.parse(work.report); ; ) {
      await work.progress(moved);
      const done = await work.inTenant(async (trx) => {
        const found = await contactsWanted(trx, by, { campaignId, search, filters });
        const { rows } = await sql<{ id: string }>`select contact.id from ${found}
          ${ids === undefined ? sql`` : sql`and contact.id = any(${ids}::uuid[])`}
          ${after === undefined ? sql`` : sql`and contact.id > ${after}`}
          order by contact.id limit ${rowsInABatch}`.execute(trx);
        const last = rows.at(-1)?.id;
        if (last === undefined) {
          await audit(trx, actorOf(by), {
            action: 'update',
            subject: 'campaign',
            subjectId: campaignId,
            after: { ...move, contacts: moved },
          });
          await announce(trx, { tenantId: by.caller.tenantId, subject: 'campaign', ids: [campaignId] });
          return undefined;
        }
        const told = { moved: moved + (await moveThese(trx, rows, move)), after: last };
        await work.advance(trx, told.moved, told);
        return told;
      });
      if (done === undefined) return { report: { moved } };
      ({ moved, after } = done);
    }
  };

/** Whoever is called at this moment stays as they are: what comes of it is said soon. */
const isNobodys = sql`(its.state <> 'calling' or its.claimed_until is null or its.claimed_until <= now())`;

async function moveThese(trx: Trx, rows: readonly { readonly id: string }[], move: Move): Promise<number> {
  const these = sql`its.id = any(${rows.map(({ id }) => id)}::uuid[])`;
  const { numAffectedRows } = await statement(these, move).execute(trx);
  return Number(numAffectedRows ?? 0n);
}

function statement(these: RawBuilder<unknown>, { move, account_id: account }: Move): RawBuilder<unknown> {
  const set = (values: RawBuilder<unknown>) =>
    sql`update campaign_contact as its set ${values}, version = its.version + 1, updated_at = now() where ${these}`;
  switch (move) {
    case 'call-again':
      return sql`${set(sql`state = 'new', attempts = 0, next_at = '-infinity', awaits_outcome = false,
        number = null, stopped = false`)} and ${isNobodys}`;
    case 'assign':
      return set(sql`assigned_to = ${account}`);
    case 'take-out':
      return sql`delete from campaign_contact as its where ${these} and ${isNobodys}`;
    default:
      return move satisfies never;
  }
}
