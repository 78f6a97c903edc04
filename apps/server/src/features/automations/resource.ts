import { automations, automationTriggers } from '@alo/contract';
import { sql } from 'kysely';
import { refuseBeyond } from '../../db/company-shares.ts';
import type { Trx } from '../../db/database.ts';
import { templatesOfOverSurveys } from '../../domain/survey-days.ts';
import { Problem } from '../../kernel/problem.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { isLookedAt } from './look.ts';
import { actionRows } from './rules.ts';

const lately = (state: 'ran' | 'not') =>
  sql<number>`(select count(*)::int from automation_run where automation_run.automation_id = automation.id
    and automation_run.at > now() - interval '7 days' and automation_run.state = ${sql.lit(state)})`;

/** When, if, then. What an automation is at the moment (how far it has looked) is no part of it. */
export const automationResource = resource(automations, {
  table: 'automation',
  calls: 'none',
  search: ['name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('automation')
      .selectAll('automation')
      // Nothing else is ever put there.
      .$narrowType<{ trigger: keyof typeof automationTriggers }>()
      .select([
        actionRows.read('automation.id').as('actions'),
        lately('ran').as('ran'),
        lately('not').as('not_run'),
        sql<Date | null>`(select max(at) from automation_run where automation_run.automation_id = automation.id
          and automation_run.state = 'ran')`.as('last_at'),
      ]),
  children: { actions: actionRows },
  async after(trx, _by, change) {
    if (change.kind === 'deleted' || !change.after.active) return;
    await refuseTooMany(trx);
    const { id, trigger, at_time: at, actions = [] } = change.after;
    const before = change.kind === 'updated' ? change.before : undefined;
    const templates = (all: typeof actions) => all.map(({ template_id: template }) => template ?? null);
    const isSame = before?.active === true && templates(before.actions ?? []).join() === templates(actions).join();
    if (!isSame) await refuseOverSurveys(trx, templates(actions));
    await sql`insert into automation_head (number) select coalesce((select last from event_head), 0)
      on conflict do nothing`.execute(trx);
    // What is changed while it is at work goes on where it was.
    if (before?.active === true && before.trigger === trigger && before.at_time === at) return;
    await sql`update automation set after_number = coalesce((select last from event_head), 0), holds_since = null, told = false,
      look_at = ${isLookedAt(trigger) ? sql`now()` : sql`null`} where id = ${id}`.execute(trx);
  },
  imports: {
    fields: {
      trigger: oneOf('Khi', automationTriggers),
      queue_id: byName('Hàng đợi', 'queue'),
      outcome_id: byName('Kết quả', 'disposition_outcome'),
      status_id: byName('Trạng thái hồ sơ', 'profile_status'),
      team_id: byName('Nhóm phụ trách', 'team'),
      project_id: byName('Dự án', 'project'),
      data_source_id: byName('Nguồn dữ liệu', 'data_source'),
      field_id: byName('Trường riêng', 'customer_field'),
    },
  },
  sheet: {
    name: 'Tên',
    trigger: { heading: 'Khi', cell: (trigger) => automationTriggers[trigger] },
    field_value: 'Giá trị của trường riêng',
    active: { heading: 'Đang chạy', cell: (on) => (on === true ? 'Có' : 'Không') },
    ran: 'Đã chạy, 7 ngày',
    not_run: 'Không chạy, 7 ngày',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** What would send the link of a survey that asks nobody any more. */
async function refuseOverSurveys(trx: Trx, templates: readonly (string | null)[]): Promise<void> {
  const over = await templatesOfOverSurveys(
    trx,
    templates.filter((id) => id !== null),
  );
  if (over.length === 0) return;
  throw Problem.invalid(
    Object.fromEntries(
      templates.flatMap((id, index) => {
        const its = over.find((one) => one.id === id);
        return its === undefined ? [] : [[`actions.${index}.template_id`, `${its.words}: chọn mẫu tin khác`]];
      }),
    ),
  );
}

async function refuseTooMany(trx: Trx): Promise<void> {
  const { atWork } = await trx
    .selectFrom('automation')
    .where('active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('atWork'))
    .executeTakeFirstOrThrow();
  await refuseBeyond(trx, 'automations', Number(atWork));
}
