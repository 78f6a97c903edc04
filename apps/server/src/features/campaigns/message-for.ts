import type { Destination, MessageKey } from '@alo/call-core';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { heardPieces, messageFiles, messageOf, spokenOf, spokenWords, wordsIn } from './spoken-message.ts';
import type { Taken } from './take-customers.ts';

/** What is to be said to whom: those whose words are there, those whose words were not spoken yet, and those whose cards lack something. */
export interface Messages {
  readonly ready: readonly (Taken & { readonly then: Destination<'broadcast'> })[];
  readonly silent: readonly Taken[];
  readonly lacking: readonly Taken[];
}

/** The message of a campaign for each of these customers. */
export async function messagesFor(
  trx: Trx,
  { tenantId, campaignId, today }: { tenantId: string; campaignId: string; today: string },
  taken: readonly Taken[],
): Promise<Messages> {
  const parts = await messageOf(trx, campaignId);
  const keys = await keysOf(trx, campaignId);
  const spoken = await spokenOf(
    trx,
    taken.map(({ customerId }) => customerId),
    today,
  );
  const heard = taken.map((one) => {
    const known = spoken.get(one.customerId);
    return { one, pieces: known === undefined ? [] : heardPieces(parts, { ...known, number: one.number }) };
  });
  const words = await spokenWords(
    trx,
    heard.flatMap(({ pieces }) => wordsIn(pieces)),
  );
  const ready: (Taken & { readonly then: Destination<'broadcast'> })[] = [];
  const [silent, lacking]: [Taken[], Taken[]] = [[], []];
  for (const { one, pieces } of heard) {
    const files = messageFiles(tenantId, pieces, words);
    if (pieces.length === 0 || pieces.some(({ kind }) => kind === 'missing')) lacking.push(one);
    else if (files === null) silent.push(one);
    else ready.push({ ...one, then: { kind: 'broadcast', message: files, keys } });
  }
  return { ready, silent, lacking };
}

interface KeyRow {
  readonly key: string;
  readonly does: MessageKey['does'];
  readonly to_queue_id: string | null;
  readonly to_survey_id: string | null;
}

async function keysOf(trx: Trx, campaignId: string): Promise<Readonly<Record<string, MessageKey>>> {
  const { rows } = await sql<KeyRow>`
    select key, does, to_queue_id, to_survey_id from campaign_key where campaign_id = ${campaignId}`.execute(trx);
  return Object.fromEntries(
    rows.flatMap((row): [string, MessageKey][] => {
      const does = doesOf(row);
      return does === null ? [] : [[row.key, does]];
    }),
  );
}

/** Null where it leads nowhere, which no form lets be saved. */
function doesOf({ does, to_queue_id: queue, to_survey_id: survey }: KeyRow): MessageKey | null {
  switch (does) {
    case 'queue':
      return queue === null ? null : { does, queue };
    case 'survey':
      return survey === null ? null : { does, survey };
    case 'again':
    case 'stop':
    case 'agree':
    case 'hang-up':
      return { does };
    default:
      return does satisfies never;
  }
}

/** Whose card lacks what the message names is called no more by this campaign, until somebody puts them back; it is counted. */
export async function giveUpLacking(
  trx: Trx,
  campaignId: string,
  contacts: readonly string[],
  at: Date,
): Promise<void> {
  if (contacts.length === 0) return;
  await sql`update campaign_contact set state = 'exhausted', stopped = true, version = version + 1, updated_at = now()
    where id = any(${[...contacts]}::uuid[])`.execute(trx);
  await sql`insert into campaign_refusal (campaign_id, reason, n, last_at)
    values (${campaignId}, 'lacks-words', ${contacts.length}, ${at})
    on conflict (tenant_id, campaign_id, reason) do update set n = campaign_refusal.n + excluded.n, last_at = excluded.last_at`.execute(
    trx,
  );
}
