import {
  type NumberState,
  type NumberStepper,
  type numberCaseOf,
  numberStates,
  numberSteps,
  paperLimits,
  type ResultOf,
  stepNeedsWords,
} from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { Trx } from '../db/database.ts';
import type { Actor } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';

type NumberCase = ResultOf<typeof numberCaseOf>;

/** Of a row of `service_number`: its state, `active` where nothing else is said. */
export const stateOf = sql<NumberState>`coalesce((select number_state.state from number_state
  where number_state.id = service_number.id), 'active')`;

/** The same: calls come and go by it, as far as its state goes. */
export const isActive = sql<boolean>`not exists (select from number_state where number_state.id = service_number.id)`;

/** Who brings a number on: somebody of its company, or the operator, whom the company knows as such. */
export interface Stepper {
  readonly who: 'company' | 'operator';
  readonly name: string;
  readonly actor: Actor;
}

/** Seals what papers hold: what was sealed for one place opens in no other. */
interface PaperSealer {
  readonly seal: (place: string, text: string) => Buffer;
  readonly open: (place: string, sealed: Buffer) => string | undefined;
}

export const paperPlaceOf = (tenantId: string, paperId: string) => `${tenantId} ${paperId}`;

/** Everything about how far a number has come, for who asks. */
export async function caseOf(trx: Trx, id: string, who: Stepper['who']): Promise<NumberCase> {
  const its = await standing(trx, id, who);
  const papers = await trx
    .selectFrom('number_paper')
    .where('service_number_id', '=', id)
    .select(['id', 'name', 'bytes', 'by_name as by', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const history = await trx
    .selectFrom('number_step')
    .where('service_number_id', '=', id)
    .select(['state', 'words', 'by_name', 'by_operator', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownSteps)
    .execute();
  return {
    state: its.state,
    by_operator: its.by_operator,
    words: its.words,
    steps: [...numberSteps(its, its.stepper)],
    papers: papers.map((paper) => ({ ...paper, created_at: paper.created_at.toISOString() })),
    history: history.map(({ by_name: name, at, state, ...step }) => ({
      ...step,
      state: state ?? 'active',
      at: at.toISOString(),
      // A company deals with the operator, not with somebody who works there.
      by: step.by_operator && who === 'company' ? '' : name,
    })),
  };
}

const shownSteps = 50;

interface Standing {
  readonly number: string;
  readonly state: NumberState;
  readonly by_operator: boolean;
  readonly words: string;
  readonly stepper: NumberStepper;
}

async function standing(trx: Trx, id: string, who: Stepper['who']): Promise<Standing> {
  const row = await trx
    .selectFrom('service_number')
    .leftJoin('number_state', 'number_state.id', 'service_number.id')
    .where('service_number.id', '=', id)
    .select([
      'service_number.number',
      sql<NumberState>`coalesce(number_state.state, 'active')`.as('state'),
      sql<boolean>`coalesce(number_state.by_operator, false)`.as('by_operator'),
      sql<string>`coalesce(number_state.words, '')`.as('words'),
      sql<boolean>`numbers_need_proof()`.as('operated'),
    ])
    .executeTakeFirst();
  // What went to its owner is nobody’s to bring on.
  if (row === undefined || row.number === '') throw Problem.notFound();
  const { operated, ...its } = row;
  return { ...its, stepper: who === 'operator' || operated ? who : 'both' };
}

/** Brings a number on, or says why it does not go there. Calls read it once this is committed. */
export async function stepTo(
  trx: Trx,
  { id, to, words }: { readonly id: string; readonly to: NumberState; readonly words: string },
  { who, name, actor }: Stepper,
): Promise<void> {
  await sql`select from service_number where id = ${id} for update`.execute(trx);
  const { state, stepper, ...its } = await standing(trx, id, who);
  if (!numberSteps({ state, ...its }, stepper).includes(to)) {
    throw Problem.callRefused(
      `Đầu số đang ở trạng thái “${numberStates[state]}”: không chuyển sang “${numberStates[to]}” được`,
    );
  }
  if (words === '' && stepNeedsWords(to, stepper)) throw Problem.invalid({ words: 'Cho doanh nghiệp biết lý do' });
  if (to === 'review' && (await papersOf(trx, id)) === 0) {
    throw Problem.callRefused('Hãy tải lên ít nhất một giấy tờ trước khi nộp hồ sơ');
  }
  const byOperator = who === 'operator';
  const now = { words, by_operator: byOperator };
  if (to === 'active') await trx.deleteFrom('number_state').where('id', '=', id).execute();
  else
    await trx
      .insertInto('number_state')
      .values({ id, state: to, ...now })
      .onConflict((row) => row.columns(['tenant_id', 'id']).doUpdateSet({ state: to, ...now, updated_at: sql`now()` }))
      .execute();
  await trx
    .insertInto('number_step')
    // Two in one transaction have the same moment: ids are in their order.
    .values({ id: newId(), service_number_id: id, state: to, by_name: name, ...now })
    .execute();
  await audit(trx, actor, {
    action: 'update',
    subject: 'service_number',
    subjectId: id,
    before: { state },
    after: { state: to, ...(words !== '' && { words }), ...(byOperator && { operator: name }) },
  });
}

const papersOf = async (trx: Trx, id: string): Promise<number> => {
  const { n } = await trx
    .selectFrom('number_paper')
    .where('service_number_id', '=', id)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** Keeps a paper that was brought for a number. What is being looked at is not added to. */
export async function keepPaper(
  trx: Trx,
  sealer: PaperSealer,
  {
    numberId,
    tenantId,
    upload,
    content,
  }: PaperOf & { upload: { readonly name: string; readonly contentType: string }; content: Buffer },
  { name, actor }: Stepper,
) {
  await sql`select from service_number where id = ${numberId} for update`.execute(trx);
  const { state } = await standing(trx, numberId, 'company');
  if (state === 'review') throw Problem.invalid({ file: 'Hồ sơ đang được duyệt: rút về trước khi thêm giấy tờ' });
  if ((await papersOf(trx, numberId)) >= paperLimits.ofNumber) {
    throw Problem.invalid({ file: `Mỗi đầu số có nhiều nhất ${paperLimits.ofNumber} giấy tờ` });
  }
  const { all } = await trx
    .selectFrom('number_paper')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('all'))
    .executeTakeFirstOrThrow();
  if (all + content.length > paperLimits.bytesOfCompany) {
    throw Problem.invalid({ file: 'Hồ sơ của doanh nghiệp đã đầy: xoá giấy tờ của đầu số đã ngừng' });
  }
  const id = newId();
  const paper = { name: upload.name.slice(0, 200), bytes: content.length, by_name: name };
  const sealed = sealer.seal(paperPlaceOf(tenantId, id), content.toString('base64'));
  const { created_at: at } = await trx
    .insertInto('number_paper')
    .values({ id, service_number_id: numberId, ...paper, type: upload.contentType, sealed_content: sealed })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const after = { paper: paper.name, bytes: paper.bytes };
  await audit(trx, actor, { action: 'update', subject: 'service_number', subjectId: numberId, after });
  return { id, name: paper.name, bytes: paper.bytes, by: name, created_at: at.toISOString() };
}

interface PaperOf {
  readonly tenantId: string;
  readonly numberId: string;
}

/** The bytes of a paper; that somebody took them stands in its company's trail. */
export async function takePaper(
  trx: Trx,
  sealer: PaperSealer,
  { tenantId, numberId, paperId }: PaperOf & { paperId: string },
  { who, name, actor }: Stepper,
) {
  const paper = await paperIn(trx, numberId, paperId);
  const text = sealer.open(paperPlaceOf(tenantId, paperId), paper.sealed_content);
  if (text === undefined) throw Problem.notFound();
  const after = { paper: paper.name, ...(who === 'operator' && { operator: name }) };
  await audit(trx, actor, { action: 'take-paper', subject: 'service_number', subjectId: numberId, after });
  return { name: paper.name, type: paper.type, content: Buffer.from(text, 'base64') };
}

export async function dropPaper(
  trx: Trx,
  { numberId, paperId }: { readonly numberId: string; readonly paperId: string },
  { actor }: Stepper,
): Promise<void> {
  const paper = await paperIn(trx, numberId, paperId);
  const { state, stepper } = await standing(trx, numberId, 'company');
  if (state !== 'papers' && state !== 'ended' && stepper !== 'both') {
    throw Problem.callRefused('Giấy tờ đã nộp được giữ lại: chỉ xoá được khi đầu số chờ hồ sơ hoặc đã ngừng');
  }
  await trx.deleteFrom('number_paper').where('id', '=', paperId).execute();
  const before = { paper: paper.name };
  await audit(trx, actor, {
    action: 'update',
    subject: 'service_number',
    subjectId: numberId,
    before,
    after: { paper: null },
  });
}

async function paperIn(trx: Trx, numberId: string, paperId: string) {
  const paper = await trx
    .selectFrom('number_paper')
    .where('id', '=', paperId)
    .where('service_number_id', '=', numberId)
    .select(['name', 'type', 'sealed_content'])
    .executeTakeFirst();
  if (paper === undefined) throw Problem.notFound();
  return paper;
}
