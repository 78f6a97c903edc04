import {
  allCampaign,
  type Calling,
  type ContactState,
  callContact,
  callsByItself,
  campaignCalling,
  type campaigns,
  customerCampaigns,
  findCampaignFaults,
  getCampaignDialling,
  keepContact,
  nextContact,
  releaseContact,
  type StoredRowOf,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { reading } from '../../resource/reading.ts';
import { scopedBy } from '../../resource/scope.ts';
import { campaignFaultsOf } from './campaign-faults.ts';
import { campaign } from './campaigns.ts';
import { contactCard } from './contact-card.ts';
import {
  type CampaignFacts,
  campaignFacts,
  claimedBy,
  giveBack,
  giveBackLeft,
  giveBackOthers,
  holdPerson,
  isSaid,
  keepClaim,
  renewClaim,
  takeNext,
  waitingOf,
} from './contacts.ts';
import { diallingOf } from './dialling.ts';
import { campaignGate } from './gate.ts';
import { outlookOf } from './outlook.ts';
import { owedOutcome, refuseUnsaid } from './owed-outcome.ts';
import { placeCall } from './place-call.ts';
import { whyNobody } from './why-nobody.ts';

interface CampaignDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly now: () => number;
}

const read = reading(campaign);

/** What people do who call for a campaign, and what others may know of it. */
export function campaignRoutes({ db, announce, now }: CampaignDeps): Route[] {
  /** Who looks at how far these have come, or waits for somebody to be given back, reads again. */
  const tell = async (trx: Trx, { caller }: By, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await announce(trx, { tenantId: caller.tenantId, subject: 'campaign', ids });
  };

  return [
    route(campaignCalling, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const facts = await mayCallFor(trx, request, request.params.id);
        const at = new Date(now());
        // Where nobody else is left to be called, nobody is offered to take the next one, who would give these back.
        await tell(trx, request, await giveBackLeft(trx, facts.id, at));
        const taken = await claimedBy(trx, { campaignId: facts.id, accountId: request.caller.accountId, at });
        return callingOf(trx, request, facts, { taken, at });
      }),
    ),

    route(nextContact, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body } = request;
        const { accountId } = caller;
        const facts = await mayCallFor(trx, request, params.id);
        const at = new Date(now());
        await holdPerson(trx, accountId);
        const left = await giveBackLeft(trx, facts.id, at);
        const had = await claimedBy(trx, { campaignId: facts.id, accountId, at });
        if (body.after !== undefined && !(await isSaid(trx, body.after))) {
          await tell(trx, request, left);
          return callingOf(trx, request, facts, { taken: had, at });
        }
        await refuseUnsaid(trx, request, { campaignId: facts.id, at });
        await tell(trx, request, [...left, ...(await giveBackOthers(trx, { accountId, keep: had ?? null }))]);
        if (had !== undefined) await renewClaim(trx, had, accountId, at);
        const closed = campaignGate(facts.rules, clockIn(now(), caller.timeZone));
        // Of one that calls by itself people are given who has picked up.
        const isOffered = closed === null && !callsByItself(facts.dialling.mode);
        const taken = had ?? (isOffered ? await takeNext(trx, facts, { accountId, at }) : undefined);
        return callingOf(trx, request, facts, { taken, at });
      }),
    ),

    route(keepContact, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        await contactThere(trx, params.id);
        const until = await keepClaim(trx, params.id, caller.accountId, new Date(now()));
        if (until === undefined) throw Problem.callRefused('Khách này không còn do bạn giữ. Hãy lấy khách tiếp theo');
        return { claimed_until: until };
      }),
    ),

    route(releaseContact, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body } = request;
        const { campaign_id: campaignId } = await contactThere(trx, params.id);
        const { accountId } = caller;
        const at = new Date(now());
        await refuseUnsaid(trx, request, { campaignId, at, contactId: params.id });
        await tell(trx, request, await giveBack(trx, params.id, { accountId, at, later: body.later }));
        return {};
      }),
    ),

    route(callContact, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const answer = await placeCall(trx, request, request.params.id, now());
        const { campaign_id: id } = await contactThere(trx, request.params.id);
        // Counts of its list have changed, whichever way it went.
        await tell(trx, request, [id]);
        return answer;
      }),
    ),

    route(customerCampaigns, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { rows: seen } = await sql`select from customer as row
          where row.id = ${params.id} and ${scopedBy('user_id')(reachOf(caller)) ?? sql`true`}`.execute(trx);
        if (seen.length === 0) throw Problem.notFound();
        const data = await trx
          .selectFrom('campaign_contact as contact')
          .innerJoin('campaign', 'campaign.id', 'contact.campaign_id')
          .where('contact.customer_id', '=', params.id)
          .orderBy('contact.created_at', 'desc')
          .limit(20)
          .select(['campaign.id', 'campaign.name', 'contact.attempts', 'contact.last_at'])
          // Only what the contract names is ever put there.
          .select((its) => its.ref('contact.state').$castTo<ContactState>().as('state'))
          .select(sql<Date | null>`nullif(contact.next_at, '-infinity')`.as('next_at'))
          .execute();
        return { data };
      }),
    ),

    route(getCampaignDialling, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const found = await diallingOf(trx, params.id, new Date(now()));
        if (found === undefined) throw Problem.notFound();
        return found;
      }),
    ),

    route(findCampaignFaults, ({ caller, body }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        if (body.id !== undefined) await campaignThere(trx, body.id);
        return { data: [...campaignFaultsOf(await outlookOf(trx, body, clockIn(now(), caller.timeZone)))] };
      }),
    ),

    route(allCampaign, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => ({
        data: await trx
          .selectFrom('campaign')
          .where('status', '<>', 'ended')
          .select(['id', 'name'])
          .orderBy(sql`name collate "vi-x-icu"`)
          .execute(),
      })),
    ),
  ];
}

async function mayCallFor(trx: Trx, { caller }: By, id: string): Promise<CampaignFacts> {
  const facts = await campaignFacts(trx, id, caller.accountId);
  if (facts === undefined) throw Problem.notFound();
  if (!facts.isMember) throw Problem.refused('forbidden');
  return facts;
}

async function campaignThere(trx: Trx, id: string): Promise<void> {
  const found = await trx.selectFrom('campaign').where('id', '=', id).select('id').executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
}

async function contactThere(trx: Trx, id: string): Promise<{ campaign_id: string }> {
  const found = await trx.selectFrom('campaign_contact').where('id', '=', id).select('campaign_id').executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
  return found;
}

/** How it stands for who asks: whom they have, or why there is nobody. */
async function callingOf(
  trx: Trx,
  by: By,
  facts: CampaignFacts,
  { taken, at }: { taken: string | undefined; at: Date },
) {
  const row: StoredRowOf<typeof campaigns> = await read.byId(trx, facts.id);
  const { contacts = 0, called = 0, reached = 0, finished = 0 } = row;
  const { kind, status, max_attempts } = facts.rules;
  const shown = {
    id: facts.id,
    name: facts.name,
    script: facts.script,
    outcome_required: facts.outcome_required,
    mode: facts.dialling.mode,
    queue_id: facts.dialling.queueId,
    preview_seconds: facts.dialling.previewSeconds,
    kind,
    status,
    max_attempts,
    contacts,
    called,
    reached,
    finished,
  } satisfies Calling['campaign'];
  const owed = await owedOutcome(trx, by, { campaignId: facts.id, at });
  const owes = owed === undefined || owed.id === taken ? null : owed;
  if (taken !== undefined) {
    return { campaign: shown, contact: await contactCard(trx, by, taken), owes, ready: 0, why: [] };
  }
  const { timeZone } = by.caller;
  const now = at.getTime();
  const closed = campaignGate(facts.rules, clockIn(now, timeZone));
  const waiting = await waitingOf(trx, facts, { accountId: by.caller.accountId, at });
  const ready = closed === null && !callsByItself(facts.dialling.mode) ? waiting.ready : 0;
  const why = ready > 0 ? [] : whyNobody(waiting, closed, { now, timeZone });
  return { campaign: shown, contact: null, owes, ready, why };
}
