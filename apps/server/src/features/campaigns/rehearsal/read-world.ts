import { type CampaignRetry, type ContactState, networkResults } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../../db/database.ts';
import { dayMs } from '../../../domain/advertising-law.ts';
import type { CampaignFacts } from '../contacts.ts';
import { messageOf } from '../spoken-message.ts';
import type { KnownWorld } from './known-world.ts';

/** What a rehearsal takes for granted: where it comes from in words, and whether it is no more than a guess. */
export interface Assumption {
  readonly what: string;
  readonly words: string;
  readonly guessed: boolean;
}

/** Of fewer calls nothing is learnt. */
const enough = 50;
const enoughTalks = 20;
const lookedBackDays = 90;
const callsAtMost = 20_000;

/** Where there is no history: of a hundred calls forty are picked up, and who talks does so for two minutes. */
const guess = {
  answered: 0.4,
  ringMs: 9_000,
  unansweredMs: 25_000,
  refusedMs: 3_000,
  talksMs: Array.from({ length: 99 }, (_, n) => Math.round(-Math.log(1 - (n + 1) / 100) * 120_000)),
  wrapMs: 10_000,
  whole: 0.7,
} as const;
/** A machine says so many letters a second. */
const lettersPerSecond = 14;

interface PastCall {
  readonly own: boolean;
  /** '' is that it was picked up. */
  readonly network: string;
  readonly ring_ms: number;
  readonly lasted_ms: number;
  readonly talk_ms: number;
  readonly hour: number;
  readonly said: string | null;
  readonly leaves: ContactState | null;
  readonly heard: string;
  readonly heard_ms: number | null;
}

/** How the company's calls go: by this campaign's own calls where there are enough, else by those of all campaigns, else by all that it placed. */
export async function readWorld(
  trx: Trx,
  { id, dialling, retries }: Pick<CampaignFacts, 'id' | 'dialling'> & { readonly retries: readonly CampaignRetry[] },
  {
    at,
    timeZone,
    extensions,
  }: { readonly at: Date; readonly timeZone: string; readonly extensions: readonly string[] },
): Promise<{ readonly world: KnownWorld; readonly taken: readonly Assumption[] }> {
  const { calls, from } = await pastCalls(trx, id, at, timeZone);
  const picked = calls.filter(({ network }) => network === '');
  const talks = picked
    .map(({ talk_ms: ms }) => ms)
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  const isMessage = dialling.mode === 'broadcast';
  const wrap = isMessage ? null : await pastWrap(trx, extensions, at);
  const said = picked.filter((one) => one.said !== null);
  const knowsTalks = talks.length >= enoughTalks;
  const heard = isMessage ? await heardIn(trx, id, picked, retries) : { all: [], taken: [] };
  const rate = calls.length === 0 ? guess.answered : picked.length / calls.length;
  const ring = meanOf(picked.map(({ ring_ms: ms }) => ms)) ?? guess.ringMs;
  const world: KnownWorld = {
    mode: dialling.mode,
    timeZone,
    answeredAt: Array.from({ length: 24 }, (_, hour) =>
      hourlyRate(
        calls.filter((one) => one.hour === hour),
        rate,
      ),
    ),
    unanswered: unansweredIn(calls),
    ringMs: Math.round(ring),
    talksMs: knowsTalks ? talks : guess.talksMs,
    wrapMs: Math.round(wrap ?? guess.wrapMs),
    outcomes:
      said.length >= enoughTalks
        ? sharesOf(said.map((one) => ({ said: one.said ?? '', leaves: one.leaves ?? 'missed' })))
        : [{ said: '', leaves: 'done', share: 1 }],
    heard: heard.all,
  };
  const talked = meanOf(world.talksMs) ?? 0;
  const taken: Assumption[] = [
    calls.length === 0
      ? { what: 'Gặp khách', words: `${percent(rate)} cuộc, chưa có lịch sử gọi ra`, guessed: true }
      : { what: 'Gặp khách', words: `${percent(rate)} cuộc, đổi theo giờ: ${from}`, guessed: false },
    ...(isMessage
      ? heard.taken
      : [
          {
            what: 'Nói chuyện',
            words: `trung bình ${seconds(talked)}${knowsTalks ? `: ${from}` : ''}`,
            guessed: !knowsTalks,
          },
          {
            what: 'Ghi chép sau cuộc gọi',
            words: `trung bình ${seconds(world.wrapMs)}${wrap === null ? '' : ': 30 ngày qua'}`,
            guessed: wrap === null,
          },
          said.length >= enoughTalks
            ? { what: 'Kết quả sau khi gặp', words: `như ${count(said.length)} cuộc đã gặp trước đây`, guessed: false }
            : { what: 'Kết quả sau khi gặp', words: 'gặp là xong với khách đó', guessed: true },
        ]),
  ];
  return { world, taken };
}

/** What became of calls of late; none where there are too few to learn from. */
async function pastCalls(
  trx: Trx,
  id: string,
  at: Date,
  timeZone: string,
): Promise<{ readonly calls: readonly PastCall[]; readonly from: string }> {
  const since = new Date(at.getTime() - lookedBackDays * dayMs);
  const { rows } = await sql<PastCall>`
    select its.campaign_id = ${id} as own,
        case when call.status <> 'answered' or its.result in ('machine', 'wrong_number', 'unreachable', 'suspended')
          then coalesce(nullif(its.result, ''), 'no_answer') else '' end as network,
        ${lengths}, ${hourOf(timeZone)} as hour,
        case when its.account_id is not null then its.outcome end as said, said.campaign_state as leaves,
        its.heard, its.heard_seconds * 1000 as heard_ms
      from campaign_attempt as its
        join call on call.id = its.call_id and call.started_at = its.call_started_at
        left join disposition_outcome as said on said.code = its.outcome
      where its.at > ${since} and its.ended_at is not null or its.at > ${since} and not its.dialled and call.status <> 'in_progress'
      order by its.at desc limit ${callsAtMost}`.execute(trx);
  const own = rows.filter((one) => one.own);
  if (own.length >= enough) return { calls: own, from: `${count(own.length)} cuộc của chiến dịch này` };
  if (rows.length >= enough)
    return { calls: rows, from: `${count(rows.length)} cuộc của các chiến dịch, ${lookedBackDays} ngày qua` };
  const { rows: out } = await sql<PastCall>`
    select false as own, case status when 'answered' then '' when 'busy' then 'busy' when 'failed' then 'failed'
          when 'blocked' then 'failed' else 'no_answer' end as network,
        ${lengths}, ${hourOf(timeZone)} as hour, null as said, null as leaves, '' as heard, null as heard_ms
      from call where direction = 'outbound' and status <> 'in_progress' and started_at > ${since}
      order by started_at desc limit ${callsAtMost}`.execute(trx);
  return out.length >= enough
    ? { calls: out, from: `${count(out.length)} cuộc gọi ra, ${lookedBackDays} ngày qua` }
    : { calls: [], from: '' };
}

const lengths = sql`coalesce(extract(epoch from call.answered_at - call.started_at) * 1000, 0)::float8 as ring_ms,
  coalesce(extract(epoch from call.ended_at - call.started_at) * 1000, 0)::float8 as lasted_ms, call.talk_ms::float8 as talk_ms`;
const hourOf = (timeZone: string) => sql`extract(hour from call.started_at at time zone ${timeZone})::int`;

async function pastWrap(trx: Trx, extensions: readonly string[], at: Date): Promise<number | null> {
  const { rows } = await sql<{ n: number; ms: number | null }>`
    select count(*)::int as n, avg(extract(epoch from to_at - from_at) * 1000)::float8 as ms from status_span
      where status = 'wrapping-up' and to_at is not null and from_at > ${new Date(at.getTime() - 30 * dayMs)}
        and extension = any(${[...extensions]}::text[])`.execute(trx);
  const [found] = rows;
  return found === undefined || found.n < enoughTalks ? null : found.ms;
}

/** How much of the message is heard, and what the campaign makes of that. */
async function heardIn(trx: Trx, id: string, picked: readonly PastCall[], retries: readonly CampaignRetry[]) {
  const known = picked.filter(({ heard, own }) => own && heard !== '');
  const wholes = known.filter(({ heard }) => heard === 'whole');
  const isKnown = known.length >= enoughTalks;
  const parts = await messageOf(trx, id);
  const guessedMs = parts.reduce(
    (ms, part) => ms + (part.duration_ms ?? (part.words.length / lettersPerSecond) * 1_000),
    0,
  );
  const lastsMs = Math.round(meanOf(wholes.flatMap(({ heard_ms: ms }) => ms ?? [])) ?? guessedMs);
  const whole = isKnown ? wholes.length / known.length : guess.whole;
  // As the history leaves whoever heard some of it: done with, unless the campaign has a rule for that.
  const leavesBy = (heard: 'heard' | 'part'): ContactState =>
    retries.some(({ result }) => result === heard) ? 'missed' : 'done';
  return {
    all: [
      { heard: 'heard', leaves: leavesBy('heard'), share: whole, lastsMs },
      { heard: 'part', leaves: leavesBy('part'), share: 1 - whole, lastsMs: Math.round(lastsMs / 2) },
    ],
    taken: [
      {
        what: 'Nghe thông điệp',
        words: `${percent(whole)} nghe hết, dài ${seconds(lastsMs)}${isKnown ? `: ${count(known.length)} cuộc của chiến dịch này` : ''}`,
        guessed: !isKnown,
      },
    ],
  };
}

function unansweredIn(calls: readonly PastCall[]): KnownWorld['unanswered'] {
  const missed = calls.filter(({ network }) => network !== '');
  if (missed.length === 0) {
    return [
      { network: 'no_answer', share: 0.75, lastsMs: guess.unansweredMs },
      { network: 'busy', share: 0.15, lastsMs: guess.refusedMs },
      { network: 'failed', share: 0.1, lastsMs: guess.refusedMs },
    ];
  }
  const usual = (network: string) => (network === 'no_answer' ? guess.unansweredMs : guess.refusedMs);
  return [...Map.groupBy(missed, ({ network }) => network)].map(([network, those]) => ({
    network: Object.hasOwn(networkResults, network) ? network : 'no_answer',
    share: those.length / missed.length,
    lastsMs: Math.max(1_000, Math.round(meanOf(those.map(({ lasted_ms: ms }) => ms)) ?? usual(network))),
  }));
}

/** An hour of few calls is as all hours are. */
function hourlyRate(calls: readonly PastCall[], rate: number): number {
  const picked = calls.filter(({ network }) => network === '').length;
  return (picked + rate * enough) / (calls.length + enough);
}

function sharesOf(said: readonly { readonly said: string; readonly leaves: ContactState }[]): KnownWorld['outcomes'] {
  return [...Map.groupBy(said, (one) => one.said)].flatMap(([, those]) =>
    those[0] === undefined ? [] : [{ ...those[0], share: those.length / said.length }],
  );
}

const meanOf = (all: readonly number[]): number | null =>
  all.length === 0 ? null : all.reduce((sum, one) => sum + one, 0) / all.length;
const percent = (rate: number) => `${Math.round(rate * 100)} %`;
const seconds = (ms: number) => `${Math.round(ms / 1_000).toLocaleString('vi-VN')} giây`;
const count = (n: number) => n.toLocaleString('vi-VN');
