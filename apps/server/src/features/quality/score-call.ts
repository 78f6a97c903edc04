import { type CallMeasures, type EvaluationAnswer, type EvaluationMark, type SheetScore, scoreOf } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import { type AuditEntry, audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { voiceSummary } from '../../domain/voice-summary.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { VoiceTimes } from '../../kernel/recorded-voices.ts';
import { evaluationsSeenBy, findEvaluations, type StoredEvaluation } from './find-evaluations.ts';
import { storedSections } from './score-sheets.ts';

const dayMs = 86_400_000;

/** What a scorer has said so far. */
export interface ScorerInput {
  readonly version: number;
  readonly answers: readonly EvaluationAnswer[];
  readonly marks: readonly EvaluationMark[];
  readonly comment: string;
}

/** One that somebody sees; not found for everybody else. */
export async function oneSeen(trx: Trx, caller: Caller, id: string): Promise<StoredEvaluation> {
  const [row] = await findEvaluations(trx, sql`evaluation.id = ${id} and ${evaluationsSeenBy(caller)}`, {
    limit: 1,
    offset: 0,
  });
  if (row === undefined) throw Problem.notFound();
  return row;
}

/** What somebody may do with it now. A score is given by one, disputed by another, and decided by a third. */
export function mayDo(
  row: StoredEvaluation,
  { accountId }: Caller,
  { now, scores, decides }: { readonly now: number; readonly scores: boolean; readonly decides: boolean },
) {
  const isAgent = row.agent_id === accountId;
  const isScorer = row.scorer_id === accountId;
  return {
    score: scores && isScorer && !isAgent && (row.state === 'due' || row.state === 'draft'),
    respond: isAgent && row.state === 'submitted' && row.dispute_until !== null && row.dispute_until.getTime() > now,
    decide: decides && !isAgent && !isScorer && row.state === 'disputed',
  };
}

/** Whose a call is: who of ours talked with the customer first, and had that extension then. */
export async function agentOf(trx: Trx, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ id: string; name: string }>`
    select account.id, account.name from call
    join extension_holder as held on held.extension = call.agent_extension
      and call.started_at >= held.from_at and call.started_at < held.to_at
    join account on account.id = held.account_id
    where call.agent_extension <> '' and call.direction <> 'internal' and ${where} limit 1`.execute(trx);
  return rows[0];
}

/** Begins to score a call that whoever asks sees. What waits for somebody else, who has not begun, is taken over. */
export async function beginScore(trx: Trx, by: By, { call_id, sheet_id }: { call_id: string; sheet_id: string }) {
  const { accountId } = by.caller;
  const call = await callKeys(trx, by.caller).where('call.id', '=', call_id).executeTakeFirst();
  if (call === undefined) throw Problem.notFound();
  const agent = await agentOf(trx, sql`call.id = ${call.id} and call.started_at = ${call.started_at}`);
  if (agent === undefined)
    throw Problem.invalid({ call_id: 'Cuộc gọi này không có nhân viên nào nói chuyện với khách' });
  if (agent.id === accountId) throw Problem.invalid({ call_id: 'Không ai tự chấm cuộc gọi của chính mình' });
  const sheet = await usableSheet(trx, sheet_id);
  const { rows } = await sql<{ id: string; scorer_id: string | null; state: string }>`
    insert into evaluation (id, call_id, call_started_at, score_sheet_id, edition_id, agent_id, scorer_id, state,
      pass_percent, fatal_percent, created_by, updated_by)
    values (${newId()}, ${call.id}, ${call.started_at}, ${sheet_id}, ${sheet.edition_id}, ${agent.id}, ${accountId}, 'draft',
      ${sheet.pass_percent}, ${sheet.fatal_percent}, ${accountId}, ${accountId})
    on conflict (tenant_id, call_id, score_sheet_id) do update
      set scorer_id = excluded.scorer_id, state = 'draft', edition_id = excluded.edition_id,
        pass_percent = excluded.pass_percent, fatal_percent = excluded.fatal_percent,
        version = evaluation.version + 1, updated_at = now(), updated_by = excluded.updated_by
      where evaluation.state = 'due'
    returning id`.execute(trx);
  const [begun] = rows;
  if (begun !== undefined) {
    await noted(trx, by, begun.id, { action: 'begin-score', after: { call_id, sheet: sheet.name } });
    return begun.id;
  }
  const there = await trx
    .selectFrom('evaluation')
    .where('call_id', '=', call_id)
    .where('score_sheet_id', '=', sheet_id)
    .select(['id', 'scorer_id'])
    .executeTakeFirstOrThrow();
  if (there.scorer_id === accountId) return there.id;
  throw Problem.invalid({ sheet_id: 'Cuộc gọi này đã được người khác chấm bằng phiếu đó' });
}

/** A sheet that calls are scored by now, with its latest edition. */
export async function usableSheet(trx: Trx, id: string) {
  const sheet = await trx
    .selectFrom('score_sheet')
    .innerJoin('score_edition', 'score_edition.score_sheet_id', 'score_sheet.id')
    .where('score_sheet.id', '=', id)
    .where('score_sheet.active', '=', true)
    .orderBy('score_edition.number', 'desc')
    .select(['score_sheet.name', 'score_sheet.pass_percent', 'score_sheet.fatal_percent'])
    .select(['score_edition.id as edition_id', sql<boolean>`jsonb_array_length(score_edition.sections) > 0`.as('asks')])
    .limit(1)
    .executeTakeFirst();
  if (sheet?.asks !== true) throw Problem.invalid({ sheet_id: 'Phiếu này không dùng để chấm được' });
  return sheet;
}

/** Keeps what a scorer has said so far. */
export async function save(trx: Trx, row: StoredEvaluation, said: ScorerInput, by: By): Promise<void> {
  checkKnown(row, said);
  await changed(trx, row, said.version, by, sql`state = 'draft', ${whatWasSaid(said)}`);
}

/** The score counts from now on. */
export async function submit(trx: Trx, row: StoredEvaluation, said: ScorerInput, by: By, now: number): Promise<void> {
  checkKnown(row, said);
  const scored = scoredWith(row, said.answers);
  refuseMissing(scored);
  const until = new Date(now + row.dispute_days * dayMs);
  await changed(
    trx,
    row,
    said.version,
    by,
    sql`state = 'submitted', submitted_at = ${new Date(now)}, dispute_until = ${until}, ${whatWasSaid(said)}, ${scoreColumns(row, scored)}`,
  );
  await noted(trx, by, row.id, { action: 'submit-score', after: { percent: scored.percent, call_id: row.call_id } });
}

/** The agent agrees, or says why not. */
export async function respond(trx: Trx, row: StoredEvaluation, reason: string | undefined, by: By, now: number) {
  const state = reason === undefined ? 'agreed' : 'disputed';
  await changed(
    trx,
    row,
    row.version,
    by,
    sql`state = ${state}, agent_word = ${reason ?? ''}, answered_at = ${new Date(now)}`,
  );
  await noted(trx, by, row.id, {
    action: reason === undefined ? 'agree-score' : 'dispute-score',
    after: { percent: row.percent, reason },
  });
}

/** Somebody who has no part in it says what a disputed score comes to. */
export async function decide(
  trx: Trx,
  row: StoredEvaluation,
  { version, answers, decision }: { version: number; answers: readonly EvaluationAnswer[]; decision: string },
  { by, now }: { readonly by: By; readonly now: number },
): Promise<void> {
  checkKnown(row, { answers, marks: [] });
  const scored = scoredWith(row, answers);
  refuseMissing(scored);
  await changed(
    trx,
    row,
    version,
    by,
    sql`state = 'decided', decision = ${decision}, decider_id = ${by.caller.accountId}, decided_at = ${new Date(now)},
      first_percent = percent, answers = ${JSON.stringify(answers)}, ${scoreColumns(row, scored)}`,
  );
  await noted(trx, by, row.id, {
    action: 'decide-score',
    before: { percent: row.percent },
    after: { percent: scored.percent, decision },
  });
}

const whatWasSaid = ({ answers, marks, comment }: ScorerInput) => sql`answers = ${JSON.stringify(answers)},
  marks = ${JSON.stringify([...marks].toSorted((one, other) => one.at - other.at))}, comment = ${comment}`;

const scoreColumns = ({ pass_percent: passFrom }: StoredEvaluation, { percent, fatal, questions }: SheetScore) => sql`
  percent = ${percent}, fatal = ${fatal.length > 0}, passed = ${percent === null ? null : percent >= passFrom},
  shares = ${JSON.stringify(Object.fromEntries(questions.flatMap(({ id, share }) => (share === null ? [] : [[id, share]]))))}`;

const scoredWith = (row: StoredEvaluation, answers: readonly EvaluationAnswer[]): SheetScore =>
  scoreOf(
    { sections: storedSections.parse(row.sections), fatal_percent: row.fatal_percent },
    Object.fromEntries(answers.map(({ question_id: id, value }) => [id, value])),
  );

function refuseMissing({ missing }: SheetScore): void {
  if (missing.length === 0) return;
  throw Problem.invalid(Object.fromEntries(missing.map((id) => [`answers.${id}`, 'Hãy chấm câu này'])));
}

/** Answers and marks are to questions of this sheet. */
function checkKnown(row: StoredEvaluation, { answers, marks }: Pick<ScorerInput, 'answers' | 'marks'>): void {
  const known = new Set(storedSections.parse(row.sections).flatMap(({ questions }) => questions.map(({ id }) => id)));
  if (answers.some(({ question_id: id }) => !known.has(id)))
    throw Problem.invalid({ answers: 'Phiếu không có câu này' });
  if (marks.some(({ question_id: id }) => id !== null && !known.has(id))) {
    throw Problem.invalid({ marks: 'Phiếu không có câu này' });
  }
}

/** Of two who change it at once the second sees the first. */
async function changed(trx: Trx, row: StoredEvaluation, version: number, by: By, set: RawBuilder<unknown>) {
  const { numAffectedRows } = await sql`
    update evaluation set ${set}, version = version + 1, updated_at = now(), updated_by = ${by.caller.accountId}
    where id = ${row.id} and version = ${version} and state = ${row.state}`.execute(trx);
  if (numAffectedRows !== 1n) throw Problem.conflict({ version: row.version });
}

const noted = (trx: Trx, by: By, id: string, entry: Pick<AuditEntry, 'action' | 'after' | 'before'>) =>
  audit(trx, actorOf(by), { subject: 'evaluation', subjectId: id, ...entry });

/** What was measured of a call; null where nobody has listened to it. */
export async function measuredOf(trx: Trx, row: StoredEvaluation): Promise<CallMeasures | null> {
  const { rows } = await sql<
    VoiceTimes & { direction: string } & Pick<CallMeasures, 'holds' | 'holds_told'> & { greeting_ms: number | null }
  >`
    select heard.left_ms, heard.right_ms, heard.both_ms, heard.silent_ms, heard.longest_silent_ms, call.direction,
      heard.greeting_ms, heard.holds, heard.holds_told
    from recording as heard join call on call.id = heard.call_id and call.started_at = heard.call_started_at
    where heard.call_id = ${row.call_id} and heard.call_started_at = ${row.call_started_at} and heard.heard = 'done'
    limit 1`.execute(trx);
  const [heard] = rows;
  if (heard === undefined) return null;
  const told = voiceSummary(heard, heard.direction);
  return {
    agent_percent: told.agent_percent,
    overtalk_percent: told.overtalk_percent,
    longest_silence_seconds: told.longest_silence_seconds,
    greeting_seconds: heard.greeting_ms === null ? null : Math.round(heard.greeting_ms / 100) / 10,
    holds: heard.holds,
    holds_told: heard.holds_told,
  };
}
