import {
  type CampaignKey,
  type CampaignMessagePart,
  type CampaignRetry,
  campaignKinds,
  campaignModes,
  campaignStatuses,
  campaigns,
  isAllowed,
  networkResults,
  type StoredRowOf,
} from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { automationsThatUse } from '../../domain/automations-that-name.ts';
import { surveysOver } from '../../domain/survey-days.ts';
import { Problem } from '../../kernel/problem.ts';
import { idList, orderedRows } from '../../resource/children.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { whyNotSo } from './approval.ts';
import { giveBackOfStrangers } from './contacts.ts';

type Row = StoredRowOf<typeof campaigns>;

const members = idList({ table: 'campaign_member', owner: 'campaign_id', item: 'account_id' });
const callers = idList({ table: 'campaign_number', owner: 'campaign_id', item: 'service_number_id' });
const retries = orderedRows<CampaignRetry>({
  table: 'campaign_retry',
  owner: 'campaign_id',
  columns: ['result', 'step', 'minutes', 'most'],
});

const message = orderedRows<CampaignMessagePart>({
  table: 'campaign_message',
  owner: 'campaign_id',
  columns: ['kind', 'greeting_id', 'words'],
});
const keys = orderedRows<CampaignKey>({
  table: 'campaign_key',
  owner: 'campaign_id',
  columns: ['key', 'does', 'to_queue_id', 'to_survey_id'],
});

/** States of whom nothing is left to do, and of whom was spoken with. */
const finished = ['done', 'declined', 'wrong-number', 'exhausted'];
const reached = ['call-again', 'done', 'declined'];

/** Each by the index of who is next: only what it counts is read. */
const contactsOf = (narrowed: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from campaign_contact as its where its.campaign_id = campaign.id ${narrowed})`;

/** Campaigns that people call for by hand. */
export const campaign = resource(campaigns, {
  table: 'campaign',
  calls: 'none',
  referredToBy: [automationsThatUse('campaign_id')],
  rows: (trx) =>
    trx
      .selectFrom('campaign')
      .selectAll('campaign')
      // Nothing else is ever put there.
      .$narrowType<{ kind: keyof typeof campaignKinds; status: keyof typeof campaignStatuses }>()
      .select([
        sql<string | null>`(select name from account where account.id = campaign.approved_by)`.as('approved_name'),
        members.read('campaign.id').as('member_ids'),
        members.names('campaign.id', 'account').as('member_names'),
        sql<string | null>`(select name from queue where queue.id = campaign.queue_id)`.as('queue_name'),
        retries.read('campaign.id').as('retries'),
        message.read('campaign.id').as('message'),
        keys.read('campaign.id').as('message_keys'),
        callers.read('campaign.id').as('caller_ids'),
        callers.names('campaign.id', 'service_number').as('caller_names'),
        contactsOf(sql``).as('contacts'),
        contactsOf(sql`and its.state <> 'new'`).as('called'),
        contactsOf(sql`and its.state = any(${reached})`).as('reached'),
        contactsOf(sql`and its.state = any(${finished})`).as('finished'),
        sql<number>`coalesce((select sum(n) from campaign_refusal as its where its.campaign_id = campaign.id), 0)::int`.as(
          'refused',
        ),
      ]),
  children: { member_ids: members, caller_ids: callers, retries, message, message_keys: keys },
  goesAlong: [
    { table: 'campaign_contact', column: 'campaign_id' },
    { table: 'campaign_attempt', column: 'campaign_id' },
  ],
  search: ['name', 'code', 'note'],
  filters: {
    member_id: (id) => sql`exists (select from campaign_member where campaign_id = row.id and account_id = ${id})`,
  },
  words: { campaign_period: { ends_on: 'Ngày kết thúc không được trước ngày bắt đầu' } },
  after: async (trx, by, change) => {
    const faults = whyNotSo(change, isAllowed(by.caller.role, 'campaign.approve'));
    if (faults !== undefined) throw Problem.invalid(faults);
    if (change.kind !== 'deleted') {
      await refuseUnknownResults(trx, change.after.retries ?? []);
      await refuseOverSurveys(trx, change.after, change.kind === 'updated' ? change.before : undefined);
    }
    if (change.kind !== 'updated') return;
    const { id, max_attempts: most = 0, member_ids: people = [] } = change.after;
    if (people.length > 0) {
      await giveBackOfStrangers(trx, id, people);
      await sql`update campaign_contact set assigned_to = null, version = version + 1
        where campaign_id = ${id} and assigned_to <> all(${[...people]}::uuid[])`.execute(trx);
    }
    // So often as it says now: who had their calls by the old number goes on, and who has had them by the new one does not.
    if (change.before.max_attempts === most) return;
    await sql`update campaign_contact as its set state = 'missed', version = its.version + 1
      where its.campaign_id = ${id} and its.state = 'exhausted' and not its.stopped and its.attempts < ${most}`.execute(
      trx,
    );
    await sql`update campaign_contact as its set state = 'exhausted', version = its.version + 1
      where its.campaign_id = ${id} and its.state in ('missed', 'call-again') and its.attempts >= ${most}`.execute(trx);
  },
  imports: {
    fields: {
      kind: oneOf('Phân loại', campaignKinds),
      status: oneOf('Trạng thái', campaignStatuses),
      mode: oneOf('Cách gọi', campaignModes),
      queue_id: byName('Hàng đợi nhận cuộc gọi', 'queue'),
    },
  },
  sheet: {
    name: 'Tên chiến dịch',
    code: 'Mã',
    kind: { heading: 'Phân loại', cell: (kind) => campaignKinds[kind] },
    status: { heading: 'Trạng thái', cell: (status) => campaignStatuses[status ?? 'draft'] },
    approved_name: 'Người duyệt',
    approved_at: 'Duyệt lúc',
    mode: { heading: 'Cách gọi', cell: (mode) => campaignModes[mode ?? 'hand'] },
    queue_name: 'Hàng đợi nhận cuộc gọi',
    starts_on: 'Bắt đầu',
    ends_on: 'Kết thúc',
    calls_from: 'Gọi từ giờ',
    calls_to: 'Gọi đến giờ',
    max_attempts: 'Số lần gọi tối đa',
    pause_minutes: 'Nghỉ giữa hai lần (phút)',
    member_names: { heading: 'Thành viên gọi', cell: (names) => names.join(', ') },
    caller_names: { heading: 'Đầu số gọi ra', cell: (names) => (names ?? []).join(', ') },
    contacts: 'Số khách',
    called: 'Đã gọi',
    reached: 'Đã gặp',
    finished: 'Đã xong',
    refused: 'Bị chặn',
    outcome_required: { heading: 'Bắt buộc ghi kết quả', cell: (on) => (on === true ? 'Có' : 'Không') },
    script: 'Kịch bản',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** A key that would lead customers to a survey that asks nobody any more; what was led there before may be stopped as it is. */
async function refuseOverSurveys(
  trx: Trx,
  { status, message_keys: led = [] }: Row,
  before: Row | undefined,
): Promise<void> {
  const begins = before?.status !== status && (status === 'approved' || status === 'running');
  const were = begins ? [] : (before?.message_keys ?? []).map(({ to_survey_id: survey }) => survey);
  const named = led.flatMap(({ does, to_survey_id: survey }) =>
    does === 'survey' && survey !== null && survey !== undefined && !were.includes(survey) ? [survey] : [],
  );
  const over = await surveysOver(trx, named);
  if (over.length === 0) return;
  throw Problem.invalid(
    Object.fromEntries(
      led.flatMap(({ to_survey_id: survey }, index) => {
        const its = over.find(({ id }) => id === survey);
        return its === undefined ? [] : [[`message_keys.${index}.to_survey_id`, `${its.words}: chọn khảo sát khác`]];
      }),
    ),
  );
}

/** A rule for what never comes of a call would be waited for in vain. */
async function refuseUnknownResults(trx: Trx, rules: readonly Pick<CampaignRetry, 'result'>[]): Promise<void> {
  if (rules.length === 0) return;
  const { rows } = await sql<{ code: string }>`select code from disposition_outcome`.execute(trx);
  const known = new Set([...Object.keys(networkResults), ...rows.map(({ code }) => code)]);
  const unknown = rules.flatMap(({ result }, index) => (known.has(result) ? [] : [index]));
  if (unknown.length === 0) return;
  throw Problem.invalid(
    Object.fromEntries(unknown.map((index) => [`retries.${index}.result`, 'Không có kết quả này'])),
  );
}
