import {
  allMessageProvider,
  allMessageTemplate,
  messageCarriers,
  messageChannels,
  messageFormats,
  messageProviders,
  messagePurposes,
  messageTemplates,
} from '@alo/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { automationsThatUse } from '../../domain/automations-that-name.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { bringsSurvey, isOpenOn, templatesOfOverSurveys } from '../../domain/survey-days.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { served } from '../../resource/served.ts';

const lately = (state: string) =>
  sql<number>`(select count(*)::int from message where message.provider_id = message_provider.id
    and message.created_at > now() - interval '30 days' and message.state in (${sql.raw(state)}))`;

const messageProvider = resource(messageProviders, {
  table: 'message_provider',
  calls: 'none',
  search: ['name', 'sender', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('message_provider')
      .leftJoin('message_secret', 'message_secret.message_provider_id', 'message_provider.id')
      .selectAll('message_provider')
      .select([
        sql<boolean>`message_secret.sealed_secret is not null`.as('has_secret'),
        sql<boolean>`message_secret.report_digest is not null`.as('has_reports'),
        lately(`'sent', 'delivered', 'failed'`).as('sent'),
        lately(`'failed'`).as('failed'),
      ]),
  referredToBy: [{ table: 'message_template', column: 'provider_id', kind: 'Mẫu tin nhắn' }],
  imports: {
    fields: {
      channel: oneOf('Kênh', messageChannels),
      carrier: oneOf('Gửi bằng', messageCarriers),
      format: oneOf('Cách viết', messageFormats),
    },
  },
  sheet: {
    name: 'Tên',
    channel: { heading: 'Kênh', cell: (channel) => messageChannels[channel] },
    carrier: { heading: 'Gửi bằng', cell: (carrier) => messageCarriers[carrier ?? 'sandbox'] },
    sender: 'Tên người gửi',
    url: 'Địa chỉ',
    headers: 'Tiêu đề HTTP',
    body: 'Nội dung gửi',
    taken_at: 'Chỗ báo thành công',
    taken_is: 'Giá trị khi thành công',
    id_at: 'Chỗ ghi mã tin',
    cost_at: 'Chỗ ghi giá',
    report_id_at: 'Chỗ ghi mã tin trong báo cáo',
    report_state_at: 'Chỗ ghi trạng thái trong báo cáo',
    report_delivered: 'Giá trị khi đã nhận',
    report_failed: 'Giá trị khi không đến',
    active: { heading: 'Đang dùng', cell: (on) => (on === true ? 'Có' : 'Không') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

const messageTemplate = resource(messageTemplates, {
  table: 'message_template',
  calls: 'none',
  referredToBy: [automationsThatUse('template_id')],
  search: ['name', 'text', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('message_template')
      .innerJoin('message_provider', 'message_provider.id', 'message_template.provider_id')
      .selectAll('message_template')
      .select(['message_provider.name as provider_name', 'message_provider.channel'])
      .select(
        sql<string | null>`(select name from survey_campaign where survey_campaign.id = message_template.survey_id)`.as(
          'survey_name',
        ),
      )
      .select(sql<boolean>`message_provider.carrier = 'sandbox'`.as('sandbox')),
  async after(trx, _by, change) {
    if (change.kind === 'deleted' || change.after.active === false) return;
    const { id, text, survey_id: survey } = change.after;
    const before = change.kind === 'updated' && change.before.active !== false ? change.before : undefined;
    // What was kept while the survey ran stays as it is: at its sending it is said that the survey is over.
    if (before?.survey_id === survey && before?.text === text) return;
    const [over] = await templatesOfOverSurveys(trx, [id]);
    if (over !== undefined) throw Problem.invalid({ survey_id: `${over.words}: chọn khảo sát khác` });
  },
  imports: {
    fields: {
      purpose: oneOf('Loại tin', messagePurposes),
      provider_id: byName('Nhà cung cấp', 'message_provider'),
      survey_id: byName('Khảo sát', 'survey_campaign'),
    },
  },
  sheet: {
    name: 'Tên mẫu',
    provider_name: 'Nhà cung cấp',
    purpose: { heading: 'Loại tin', cell: (purpose) => messagePurposes[purpose ?? 'care'] },
    title: 'Tiêu đề',
    text: 'Nội dung',
    link: 'Liên kết',
    survey_name: 'Khảo sát',
    active: { heading: 'Đang dùng', cell: (on) => (on === true ? 'Có' : 'Không') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** The resources of this feature. */
export const messageResources = [served(messageProvider), served(messageTemplate)];

export const messageChoiceRoutes = (db: Db, now: () => number): Route[] => [
  route(allMessageTemplate, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('message_template')
        .innerJoin('message_provider', 'message_provider.id', 'message_template.provider_id')
        .where('message_template.active', '=', true)
        .select([
          'message_template.id',
          'message_template.name',
          'message_template.purpose',
          'message_provider.channel',
          isForSurvey(caller, now()).as('asks'),
        ])
        .orderBy('message_template.name')
        .limit(1_000)
        .execute(),
    })),
  ),
  route(allMessageProvider, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('message_provider').select(['id', 'name']).orderBy('name').limit(1_000).execute(),
    })),
  ),
];

/** Whether a message by it asks by a survey that is answered today, of a company that has surveys. */
const isForSurvey = ({ licences, operates, timeZone }: Caller, now: number) =>
  licences.includes('survey') || operates
    ? sql<boolean>`message_provider.active and ${bringsSurvey} and exists (select from survey_campaign
        where id = message_template.survey_id and ${isOpenOn(clockIn(now, timeZone).date)})`
    : sql<boolean>`false`;
