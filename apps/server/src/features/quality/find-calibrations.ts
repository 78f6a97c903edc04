import {
  type CalibratedCall,
  type CalibrationState,
  type calibration,
  type calibrationRow,
  type EvaluationAnswer,
  isAllowed,
  percentOf,
  type Scorable,
} from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { personOf } from './find-evaluations.ts';
import { storedSections } from './score-sheets.ts';

/** A calibration as it is stored, with the names that belong to it. */
export interface StoredCalibration {
  readonly id: string;
  readonly name: string;
  readonly sheet_id: string;
  readonly sheet_name: string;
  readonly edition: number;
  readonly sections: unknown;
  readonly state: CalibrationState;
  readonly leader_id: string;
  readonly leader_name: string | null;
  readonly tolerance_percent: number;
  readonly fatal_percent: number;
  readonly note: string;
  readonly created_at: Date;
  readonly closed_at: Date | null;
  readonly alpha: number | null;
  readonly pairs: number;
  readonly agreed: number;
  readonly calls: number;
  readonly scorers: number;
  readonly given: number;
  /** Whoever asks is one of those who score; whether they have scored every call. */
  readonly takes_part: boolean;
  readonly has_given: boolean;
}

/**
 * Calibrations that somebody sees: those that they lead or score in, and of who decides about everybody's scores all others, but none
 * of a call of their own.
 */
export function calibrationsSeenBy(caller: Caller): RawBuilder<SqlBool> {
  const { accountId, role } = caller;
  const decides = isAllowed(role, 'quality.decide');
  const part = sql`exists (select from calibration_scorer as own
    where own.calibration_id = calibration.id and own.account_id = ${accountId})`;
  const others = sql`not exists (select from calibration_call as own
    where own.calibration_id = calibration.id and own.agent_id = ${accountId})`;
  const led = sql`calibration.leader_id = ${accountId}`;
  return sql`(${part} or (${decides} and ${reachOf(caller).kind === 'all' ? others : led}))`;
}

/** Calibrations with their names. */
export async function findCalibrations(
  trx: Trx,
  { accountId }: Caller,
  where: RawBuilder<SqlBool>,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredCalibration[]> {
  const { rows } = await sql<StoredCalibration>`
    select calibration.id, calibration.name, calibration.score_sheet_id as sheet_id, score_sheet.name as sheet_name,
      score_edition.number as edition, score_edition.sections, calibration.state, calibration.leader_id,
      leader.name as leader_name, calibration.tolerance_percent, calibration.fatal_percent, calibration.note,
      calibration.created_at, calibration.closed_at, calibration.alpha, calibration.pairs, calibration.agreed,
      (select count(*)::int from calibration_call where calibration_call.calibration_id = calibration.id) as calls,
      its.scorers, its.given, its.takes_part, its.has_given
    from calibration
    join score_sheet on score_sheet.id = calibration.score_sheet_id
    join score_edition on score_edition.id = calibration.edition_id
    left join account as leader on leader.id = calibration.leader_id
    cross join lateral (
      select count(*)::int as scorers, (count(*) filter (where given_at is not null))::int as given,
        coalesce(bool_or(account_id = ${accountId}), false) as takes_part,
        coalesce(bool_or(account_id = ${accountId} and given_at is not null), false) as has_given
      from calibration_scorer where calibration_scorer.calibration_id = calibration.id) as its
    where ${where}
    order by calibration.created_at desc, calibration.id desc
    limit ${page.limit} offset ${page.offset}`.execute(trx);
  return rows;
}

export const presentedCalibration = (row: StoredCalibration): z.input<typeof calibrationRow> => ({
  id: row.id,
  name: row.name,
  sheet_id: row.sheet_id,
  sheet_name: row.sheet_name,
  state: row.state,
  leader: personOf(row.leader_id, row.leader_name),
  calls: row.calls,
  scorers: row.scorers,
  given: row.given,
  created_at: row.created_at,
  closed_at: row.closed_at,
  alpha: row.alpha,
  pairs: row.pairs,
  agreed: row.agreed,
  to_score: mayScore(row),
});

/** They take part, and it is open still. */
export const mayScore = ({ state, takes_part: takesPart, has_given: hasGiven }: StoredCalibration): boolean =>
  state === 'open' && takesPart && !hasGiven;

/** What others have said is nobody's business before it is closed, and afterwards of nobody who did not say theirs. */
export const seesAll = ({ state, takes_part: takesPart, has_given: hasGiven }: StoredCalibration): boolean =>
  state === 'closed' && (!takesPart || hasGiven);

export const sheetOf = (row: Pick<StoredCalibration, 'sections' | 'fatal_percent'>): Scorable => ({
  sections: storedSections.parse(row.sections),
  fatal_percent: row.fatal_percent,
});

/** What people have said of a call. */
export interface SaidOfCall {
  readonly id: string;
  readonly call_id: string;
  readonly call_started_at: Date;
  readonly agent_id: string;
  readonly agent_name: string | null;
  readonly reference: readonly EvaluationAnswer[] | null;
  readonly said: readonly {
    readonly account_id: string;
    readonly answers: readonly EvaluationAnswer[];
    readonly given: boolean;
  }[];
}

/** The calls of a calibration with all that was said, as they were put. */
export async function saidOfCalls(trx: Trx, id: string): Promise<readonly SaidOfCall[]> {
  const { rows } = await sql<SaidOfCall>`
    select its.id, its.call_id, its.call_started_at, its.agent_id, agent.name as agent_name, its.reference,
      coalesce((select jsonb_agg(jsonb_build_object('account_id', said.account_id, 'answers', said.answers,
          'given', said.given_at is not null) order by scorer.position)
        from calibration_score as said join calibration_scorer as scorer
          on scorer.calibration_id = its.calibration_id and scorer.account_id = said.account_id
        where said.calibration_call_id = its.id), '[]') as said
    from calibration_call as its left join account as agent on agent.id = its.agent_id
    where its.calibration_id = ${id} order by its.position`.execute(trx);
  return rows;
}

/** Of whom every call is scored: nobody else counts. */
export const countedScorers = async (trx: Trx, id: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await trx
        .selectFrom('calibration_scorer')
        .where('calibration_id', '=', id)
        .where('given_at', 'is not', null)
        .select('account_id')
        .execute()
    ).map((one) => one.account_id),
  );

type Presented = Omit<z.input<typeof calibration>, 'may'>;

/** One with all that whoever asks may see of it. */
export async function readCalibration(trx: Trx, row: StoredCalibration, { accountId }: Caller): Promise<Presented> {
  const sheet = sheetOf(row);
  const isSeen = seesAll(row);
  const calls = await saidOfCalls(trx, row.id);
  const counted = isSeen ? await countedScorers(trx, row.id) : new Set<string>();
  return {
    ...presentedCalibration(row),
    note: row.note,
    tolerance_percent: row.tolerance_percent,
    fatal_percent: row.fatal_percent,
    edition: row.edition,
    sections: [...sheet.sections],
    people: await peopleOf(trx, row.id, isSeen),
    data: calls.map(
      ({ said, reference, ...call }): z.input<typeof calibration>['data'][number] & Pick<CalibratedCall, 'call_id'> => {
        const own = said.find(({ account_id: id }) => id === accountId);
        return {
          call_id: call.call_id,
          call_started_at: call.call_started_at,
          agent: personOf(call.agent_id, call.agent_name),
          own: row.takes_part ? { answers: [...(own?.answers ?? [])], given: own?.given === true } : null,
          given: said
            .filter(({ account_id: id }) => counted.has(id))
            .map(({ account_id: id, answers }) => ({
              account_id: id,
              answers: [...answers],
              percent: percentOf(sheet, answers),
            })),
          reference:
            isSeen && reference !== null ? { answers: [...reference], percent: percentOf(sheet, reference) } : null,
        };
      },
    ),
  };
}

async function peopleOf(trx: Trx, id: string, isSeen: boolean): Promise<Presented['people']> {
  const { rows } = await sql<Presented['people'][number] & { given_at: Date | null }>`
    select its.account_id, coalesce(account.name, 'Người đã xoá') as name, its.given_at, its.pairs, its.agreed, its.compared,
      its.right_ones, its.bias
    from calibration_scorer as its left join account on account.id = its.account_id
    where its.calibration_id = ${id} order by its.position`.execute(trx);
  return rows.map((row) => (isSeen ? row : { ...row, pairs: 0, agreed: 0, compared: 0, right_ones: 0, bias: null }));
}
