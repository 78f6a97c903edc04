import { calibrationFigures, type EvaluationAnswer, isAllowed, type openCalibration, scoreOf } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { type AuditEntry, audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import {
  calibrationsSeenBy,
  countedScorers,
  findCalibrations,
  mayScore,
  type StoredCalibration,
  saidOfCalls,
  seesAll,
  sheetOf,
} from './find-calibrations.ts';
import type { QualityDeps } from './quality-deps.ts';
import { agentOf, usableSheet } from './score-call.ts';

/** One that somebody sees; not found for everybody else. Whoever changes it does so alone. */
export async function oneCalibration(trx: Trx, caller: Caller, id: string, locked = false): Promise<StoredCalibration> {
  if (locked) await sql`select from calibration where id = ${id} for update`.execute(trx);
  const where = sql<boolean>`calibration.id = ${id} and ${calibrationsSeenBy(caller)}`;
  const [row] = await findCalibrations(trx, caller, where, { limit: 1, offset: 0 });
  if (row === undefined) throw Problem.notFound();
  return row;
}

/** What somebody may do with it now. Whoever scores closes nothing before they have said theirs. */
export function mayCalibrate(row: StoredCalibration, caller: Caller) {
  const { accountId, role } = caller;
  const leads = isAllowed(role, 'quality.decide') && (row.leader_id === accountId || reachOf(caller).kind === 'all');
  return {
    score: isAllowed(role, 'quality.score') && mayScore(row),
    close: leads && row.state === 'open' && row.given > 1 && (!row.takes_part || row.has_given),
    refer: leads && seesAll(row),
    cancel: leads && row.state === 'open',
  };
}

/** Opens one: the calls are recorded, everybody may hear them and score, and nobody scores themselves. */
export async function open(
  trx: Trx,
  by: By,
  body: z.output<typeof openCalibration.body>,
  callerOf: QualityDeps['callerOf'],
): Promise<string> {
  const { accountId } = by.caller;
  const calls = [];
  for (const id of body.call_ids) calls.push(await recordedCall(trx, by.caller, id));
  for (const scorer of body.scorer_ids) await refuseScorer(trx, await callerOf(trx, scorer), calls);
  if (calls.some(({ agent }) => agent === accountId))
    throw Problem.invalid({ call_ids: 'Không ai mở hiệu chuẩn bằng cuộc gọi của chính mình' });
  const sheet = await usableSheet(trx, body.sheet_id);
  const id = newId();
  await sql`insert into calibration (id, name, score_sheet_id, edition_id, tolerance_percent, fatal_percent, note, leader_id,
      created_by, updated_by)
    values (${id}, ${body.name}, ${body.sheet_id}, ${sheet.edition_id}, ${body.tolerance_percent}, ${sheet.fatal_percent},
      ${body.note}, ${accountId}, ${accountId}, ${accountId})`.execute(trx);
  for (const [position, call] of calls.entries()) {
    await sql`insert into calibration_call (id, calibration_id, call_id, call_started_at, agent_id, position, created_by)
      values (${newId()}, ${id}, ${call.id}, ${call.started_at}, ${call.agent}, ${position}, ${accountId})`.execute(
      trx,
    );
  }
  for (const [position, scorer] of body.scorer_ids.entries()) {
    await sql`insert into calibration_scorer (id, calibration_id, account_id, position, created_by)
      values (${newId()}, ${id}, ${scorer}, ${position}, ${accountId})`.execute(trx);
  }
  await noted(trx, by, id, {
    action: 'open-calibration',
    after: { name: body.name, sheet: sheet.name, call_ids: body.call_ids, scorer_ids: body.scorer_ids },
  });
  return id;
}

interface CalledCall {
  readonly id: string;
  readonly started_at: Date;
  readonly agent: string;
}

async function recordedCall(trx: Trx, caller: Caller, id: string): Promise<CalledCall> {
  const call = await callKeys(trx, caller).where('call.id', '=', id).executeTakeFirst();
  if (call === undefined) throw Problem.noSuchChoice({ call_ids: 'Không tìm thấy cuộc gọi này' });
  const { rows } = await sql`select from recording where call_id = ${call.id} and call_started_at = ${call.started_at}
    and kind = 'conversation' and state in ('ready', 'incomplete', 'no-space') limit 1`.execute(trx);
  if (rows.length === 0) throw Problem.invalid({ call_ids: 'Chọn cuộc gọi có ghi âm' });
  const agent = await agentOf(trx, sql`call.id = ${call.id} and call.started_at = ${call.started_at}`);
  if (agent === undefined)
    throw Problem.invalid({ call_ids: 'Có cuộc gọi không có nhân viên nào nói chuyện với khách' });
  return { ...call, agent: agent.id };
}

async function refuseScorer(trx: Trx, scorer: Caller | undefined, calls: readonly CalledCall[]): Promise<void> {
  const refuse = (why: string) => {
    throw Problem.invalid({ scorer_ids: why });
  };
  if (scorer === undefined) return refuse('Có người không còn dùng tài khoản');
  const { name, role, accountId } = scorer;
  if (!isAllowed(role, 'quality.score')) return refuse(`${name} chưa có quyền chấm điểm`);
  if (!isAllowed(role, 'call-history.view') || !isAllowed(role, 'call-history.listen'))
    return refuse(`${name} chưa có quyền nghe ghi âm`);
  if (calls.some(({ agent }) => agent === accountId)) return refuse(`${name} là nhân viên của một cuộc gọi ở đây`);
  const ids = calls.map(({ id }) => id);
  const seen = await callKeys(trx, scorer).where('call.id', 'in', ids).execute();
  if (new Set(seen.map(({ id }) => id)).size < calls.length) return refuse(`${name} không xem được mọi cuộc gọi ở đây`);
}

/** Keeps what somebody says of a call; given, it stays. */
export async function answer(
  trx: Trx,
  row: StoredCalibration,
  said: { readonly call_id: string; readonly answers: readonly EvaluationAnswer[]; readonly given: boolean },
  by: By,
  now: Date,
): Promise<void> {
  const { accountId } = by.caller;
  const call = await callOf(trx, row, said.call_id);
  checkAnswers(row, said.answers, said.given);
  const { numAffectedRows } = await sql`
    insert into calibration_score (id, calibration_call_id, account_id, answers, given_at, created_by, updated_by)
    values (${newId()}, ${call}, ${accountId}, ${JSON.stringify(said.answers)}, ${said.given ? now : null}, ${accountId}, ${accountId})
    on conflict (tenant_id, calibration_call_id, account_id) do update
      set answers = excluded.answers, given_at = excluded.given_at, version = calibration_score.version + 1, updated_at = now()
      where calibration_score.given_at is null`.execute(trx);
  if (numAffectedRows !== 1n) throw Problem.invalid({ '': 'Bạn đã gửi điểm của cuộc gọi này' });
  if (!said.given) return;
  await sql`update calibration_scorer as its set given_at = ${now}, version = version + 1, updated_at = now()
    where its.calibration_id = ${row.id} and its.account_id = ${accountId} and its.given_at is null
      and not exists (select from calibration_call where calibration_call.calibration_id = its.calibration_id
        and not exists (select from calibration_score as score where score.calibration_call_id = calibration_call.id
          and score.account_id = its.account_id and score.given_at is not null))`.execute(trx);
  await noted(trx, by, row.id, { action: 'give-calibration', after: { call_id: said.call_id } });
}

/** From now on everybody who said theirs sees what each said. */
export async function close(trx: Trx, row: StoredCalibration, by: By, now: Date): Promise<void> {
  await sql`update calibration set state = 'closed', closed_at = ${now}, version = version + 1, updated_at = now(),
    updated_by = ${by.caller.accountId} where id = ${row.id}`.execute(trx);
  const { alpha, pairs, agreed } = await count(trx, row);
  await noted(trx, by, row.id, { action: 'close-calibration', after: { scorers: row.given, alpha, pairs, agreed } });
}

/** What is held right of a call. */
export async function refer(
  trx: Trx,
  row: StoredCalibration,
  { call_id, answers }: { readonly call_id: string; readonly answers: readonly EvaluationAnswer[] },
  by: By,
): Promise<void> {
  const call = await callOf(trx, row, call_id);
  checkAnswers(row, answers, true);
  await sql`update calibration_call set reference = ${JSON.stringify(answers)}, version = version + 1, updated_at = now(),
    updated_by = ${by.caller.accountId} where id = ${call}`.execute(trx);
  await count(trx, row);
  await noted(trx, by, row.id, { action: 'refer-calibration', after: { call_id } });
}

/** It is called off, with what was said in it. */
export async function cancel(trx: Trx, row: StoredCalibration, by: By): Promise<void> {
  await trx.deleteFrom('calibration').where('id', '=', row.id).execute();
  await noted(trx, by, row.id, { action: 'cancel-calibration', before: { name: row.name, given: row.given } });
}

/** Keeps what it comes to beside it: the figures stay when what was said goes with its recordings. */
async function count(trx: Trx, row: StoredCalibration) {
  const counted = await countedScorers(trx, row.id);
  const calls = (await saidOfCalls(trx, row.id)).map(({ said, reference }) => ({
    given: said.filter(({ account_id: id }) => counted.has(id)),
    reference: reference === null ? null : { answers: reference },
  }));
  const { alpha, pairs, agreed, scorers } = calibrationFigures(sheetOf(row), calls, row.tolerance_percent);
  await sql`update calibration set alpha = ${alpha}, pairs = ${pairs}, agreed = ${agreed} where id = ${row.id}`.execute(
    trx,
  );
  for (const [person, its] of scorers) {
    await sql`update calibration_scorer set pairs = ${its.pairs}, agreed = ${its.agreed}, compared = ${its.compared},
      right_ones = ${its.right_ones}, bias = ${its.bias}
      where calibration_id = ${row.id} and account_id = ${person}`.execute(trx);
  }
  return { alpha, pairs, agreed };
}

async function callOf(trx: Trx, row: StoredCalibration, callId: string): Promise<string> {
  const call = await trx
    .selectFrom('calibration_call')
    .where('calibration_id', '=', row.id)
    .where('call_id', '=', callId)
    .select('id')
    .executeTakeFirst();
  if (call === undefined) throw Problem.noSuchChoice({ call_id: 'Buổi hiệu chuẩn không có cuộc gọi này' });
  return call.id;
}

/** Answers are to questions of this sheet; those that are given, to all of them. */
function checkAnswers(row: StoredCalibration, answers: readonly EvaluationAnswer[], isWhole: boolean): void {
  const sheet = sheetOf(row);
  const known = new Set(sheet.sections.flatMap(({ questions }) => questions.map(({ id }) => id)));
  if (answers.some(({ question_id: id }) => !known.has(id)))
    throw Problem.invalid({ answers: 'Phiếu không có câu này' });
  const { missing } = scoreOf(sheet, Object.fromEntries(answers.map(({ question_id: id, value }) => [id, value])));
  if (isWhole && missing.length > 0)
    throw Problem.invalid(Object.fromEntries(missing.map((id) => [`answers.${id}`, 'Hãy chấm câu này'])));
}

const noted = (trx: Trx, by: By, id: string, entry: Pick<AuditEntry, 'action' | 'after' | 'before'>) =>
  audit(trx, actorOf(by), { subject: 'calibration', subjectId: id, ...entry });
