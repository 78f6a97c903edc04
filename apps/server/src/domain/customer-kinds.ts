import { type CustomerFacts, type CustomerTest, type DataAnswer, type DataQuery, rowThatFits } from '@alo/call-core';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../db/database.ts';

type Asked = Extract<DataQuery, { kind: 'customer' }>;
type Named = 'status' | 'team' | 'project' | 'source' | 'outcome';

/** What is known of a customer, and what it is called. */
interface Known {
  readonly facts: CustomerFacts;
  readonly names: Readonly<Record<Named, string | null>>;
}

const own = z.record(z.string(), z.unknown()).catch({});

/** Which of a condition's kinds the customer at a number is of, of those of the company that asks. */
export async function kindOfCustomer(trx: Trx, asked: Asked): Promise<DataAnswer> {
  return answerFrom(await customersAt(trx, [asked.number]), asked);
}

/** The same of customers who were looked up before. */
function answerFrom(customers: ReadonlyMap<string, Known>, { condition, number, rows }: Asked): DataAnswer {
  const known = customers.get(number);
  const row = rowThatFits(rows, known?.facts ?? null);
  const because =
    known === undefined ? 'khách chưa có trong danh sách' : row === undefined ? '' : why(row.tests, known);
  return { kind: 'customer', condition, row: row?.id ?? null, because };
}

/** What the data of a company says while a call is tried, of customers who were looked up before. */
export const answeredBy =
  (customers: ReadonlyMap<string, Known>) =>
  (question: DataQuery): DataAnswer | undefined => {
    if (question.kind === 'customer') return answerFrom(customers, question);
    // Nobody's system is asked because somebody tries a call.
    const because = 'thử luồng không hỏi hệ thống thật';
    return question.kind === 'code'
      ? { kind: 'code', question: question.question, says: { is: 'nothing', because } }
      : undefined;
  };

/** What is known of the customers at these numbers (canonical); those that nobody has are not in it. */
export async function customersAt(trx: Trx, numbers: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  if (numbers.length === 0) return new Map();
  const rows = await trx
    .selectFrom('customer_phone')
    .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .innerJoin('profile_status', 'profile_status.id', 'customer.status')
    .leftJoin('project', 'project.id', 'customer.project_id')
    .leftJoin('data_source', 'data_source.id', 'customer.data_source_id')
    // Nobody is looked after by somebody who has left.
    .leftJoin('account', (join) => join.onRef('account.id', '=', 'customer.user_id').on('account.active', '=', true))
    .leftJoin('team', 'team.id', 'account.team_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('disposition')
          .whereRef('disposition.customer_id', '=', 'customer.id')
          .select('disposition.outcome_id')
          .orderBy('disposition.created_at', 'desc')
          .orderBy('disposition.id', 'desc')
          .limit(1)
          .as('said'),
      (join) => join.onTrue(),
    )
    .leftJoin('disposition_outcome', 'disposition_outcome.id', 'said.outcome_id')
    .where('customer_phone.e164', 'in', [...numbers])
    .select([
      'customer_phone.e164',
      'customer.status',
      'customer.own',
      'customer.project_id',
      'customer.data_source_id',
    ])
    .select(['account.id as owner', 'account.team_id', 'said.outcome_id'])
    .select(['profile_status.name as status_name', 'project.name as project_name', 'data_source.name as source_name'])
    .select(['team.name as team_name', 'disposition_outcome.name as outcome_name'])
    .select([
      sql<number>`(select count(*)::int from task where task.customer_id = customer.id and done_at is null)`.as('open'),
      sql<number>`(select count(*)::int from task where task.customer_id = customer.id and done_at is null
        and due_at <= now())`.as('overdue'),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.e164,
      {
        facts: {
          status: row.status,
          project: row.project_id,
          source: row.data_source_id,
          owner: row.owner,
          team: row.team_id,
          outcome: row.outcome_id,
          tasks: { open: row.open, overdue: row.overdue },
          own: own.parse(row.own),
        },
        names: {
          status: row.status_name,
          project: row.project_name,
          source: row.source_name,
          team: row.team_name,
          outcome: row.outcome_name,
        },
      },
    ]),
  );
}

/** What made a row fit, for the trace; what stands in a field of the company's own is the customer's, and is not said. */
const why = (tests: readonly CustomerTest[], { names }: Known): string =>
  tests.map((test) => wordsOf(test, names)).join(', ');

const kinds: Readonly<Record<Named, string>> = {
  status: 'trạng thái',
  team: 'nhóm phụ trách',
  project: 'dự án',
  source: 'nguồn',
  outcome: 'kết quả lần trước',
};

function wordsOf(test: CustomerTest, names: Known['names']): string {
  switch (test.kind) {
    case 'known':
      return test.is ? 'khách đã có trong danh sách' : 'khách chưa có trong danh sách';
    case 'owner':
      return test.is ? 'có người phụ trách' : 'chưa có người phụ trách';
    case 'own':
      return 'trường riêng khớp';
    case 'task':
      return { open: 'còn việc chưa xong', overdue: 'có việc quá hạn', none: 'không còn việc nào' }[test.is];
    case 'status':
    case 'team':
    case 'project':
    case 'source':
    case 'outcome':
      return `${kinds[test.kind]} ${names[test.kind] ?? ''}`;
    default:
      return test satisfies never;
  }
}
