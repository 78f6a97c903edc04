import { fieldsIn, filledIn, isTemplateField, type MessagePurpose, type TemplateField } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { clockIn } from './company-clock.ts';
import { hadOneToday, whyNotSent } from './message-law.ts';
import { type SurveyDays, whyClosed } from './survey-days.ts';
import { makeSurveyLinkFor, sampleSurveyLink } from './survey-links.ts';

/** A message that somebody, or something, wants to have sent. */
interface Wanted {
  readonly templateId: string;
  readonly customerId: string | null;
  /** Where no card is known: the number (canonical) of whoever called. */
  readonly number?: string | undefined;
  readonly callId: string | null;
  readonly source: 'card' | 'campaign' | 'automation';
  readonly sourceId?: string | null;
  readonly accountId: string | null;
  /** What it follows from: the same is sent once. */
  readonly key: string;
  /** Not before this moment; the law looks at that one. */
  readonly at: Date;
  /** Where people open the console, and customers their surveys. */
  readonly consoleUrl: string;
}

/** A message as it would be sent, and what is in the way. */
interface Written {
  readonly template: Template;
  readonly recipient: string;
  readonly title: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly refused: string | null;
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly purpose: MessagePurpose;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly survey_id: string | null;
  readonly survey: SurveyDays | null;
  readonly active: boolean;
  readonly provider_id: string;
  readonly provider_name: string;
  readonly channel: 'sms' | 'zns' | 'mail';
  readonly carrier: 'sandbox' | 'http' | 'mail';
  readonly provider_active: boolean;
}

/** Writes it without sending it; undefined where there is no such template. */
export async function writtenMessage(
  trx: Trx,
  wanted: Pick<Wanted, 'templateId' | 'customerId' | 'number' | 'callId' | 'accountId' | 'at'>,
): Promise<Written | undefined> {
  const template = await templateBy(trx, wanted.templateId);
  if (template === undefined) return undefined;
  const { rows } = await sql<Known>`
    select tenant.name as company, tenant.time_zone, customer.name, customer.email, customer.numbers,
      coalesce(customer.do_not_call, false) as refuses, customer.own,
      coalesce(asker.name, owner.name, '') as agent, call.started_at
    from tenant
    left join customer on customer.id = ${wanted.customerId}::uuid
    left join account as owner on owner.id = customer.user_id
    left join account as asker on asker.id = ${wanted.accountId}::uuid
    left join call on call.id = ${wanted.callId}::uuid`.execute(trx);
  const [known] = rows;
  if (known === undefined) return undefined;
  const number = wanted.number ?? known.numbers?.[0] ?? '';
  const recipient = recipientOf(template, { email: known.email, number });
  const own = await ownByName(trx, template.text, known.own);
  const valueOf = (name: string): string =>
    isTemplateField(name)
      ? valuesOf(known, { number, link: template.link, at: wanted.at })[name]
      : (own.get(name) ?? '');
  const fields = Object.fromEntries(fieldsIn(template.text).map((name) => [name, valueOf(name)]));
  const { rows: last } = await sql<{ at: Date }>`
    select at from advertised_number where e164 = ${recipient}`.execute(trx);
  const refused =
    whyNotSent(
      { purpose: template.purpose, refuses: known.refuses, advertised: last[0]?.at.getTime() ?? null },
      clockIn(wanted.at.getTime(), known.time_zone),
    ) ??
    whyNotReachable(template, recipient) ??
    whyNotAsked(template, clockIn(wanted.at.getTime(), known.time_zone).date);
  return {
    template,
    recipient,
    title: filledIn(template.title, valueOf),
    text: filledIn(template.text, valueOf),
    fields,
    refused,
  };
}

/** Why nobody could be written to by it; null where they can. */
export function whyNotReachable(
  { channel, active, provider_active: carried }: Template,
  recipient: string,
): string | null {
  if (!active) return 'Mẫu tin này đã ngừng dùng';
  if (!carried) return 'Nhà cung cấp của mẫu này đang tắt';
  if (recipient === '') return channel === 'mail' ? 'Khách chưa có email' : 'Khách không có số để nhắn';
  if (channel !== 'mail' && !isMobile(recipient)) return 'Số này không nhận được tin nhắn';
  return null;
}

/** Why the survey whose link it brings asks nobody on that day; null where it does, or brings none. */
export const whyNotAsked = ({ text, survey }: Template, date: string): string | null =>
  survey === null || !fieldsIn(text).includes('khao_sat') ? null : whyClosed(survey, date) || null;

/** Where a message goes: a number, or an address. */
export const recipientOf = (
  { channel }: Pick<Template, 'channel'>,
  { email, number }: { readonly email: string | null; readonly number: string },
): string => (channel === 'mail' ? (email ?? '') : number);

/** Numbers abroad are taken as they are; of ours only mobiles get messages. */
function isMobile(number: string): boolean {
  const read = parsePhone(number);
  return read.ok && (read.phone.kind === 'mobile' || !read.phone.canonical.startsWith('+84'));
}

/**
 * Puts a message where a worker finds it, in the transaction of what it follows from. What the law, or the customer, is in the way of is kept
 * as refused, with the reason. Answers its id, the same for the same key.
 */
export async function putMessage(
  trx: Trx,
  wanted: Wanted,
): Promise<{ id: string; refused: string | null } | undefined> {
  const { rows: known } = await sql<{ id: string; state: string; answer: string }>`
    select id, state, answer from message where key = ${wanted.key}`.execute(trx);
  const [before] = known;
  if (before !== undefined) return { id: before.id, refused: before.state === 'refused' ? before.answer : null };
  const written = await writtenMessage(trx, wanted);
  if (written === undefined) return undefined;
  const { template, recipient, title, text, fields } = written;
  const refused =
    written.refused ?? (template.purpose === 'advertising' ? await takenMeanwhile(trx, recipient, wanted.at) : null);
  const { survey_id: survey } = template;
  const isAsked = refused === null && text.includes(surveyMark);
  const link = isAsked && survey !== null ? await surveyLink(trx, wanted, survey) : '';
  const id = newId();
  await trx
    .insertInto('message')
    .values({
      id,
      template_id: template.id,
      provider_id: template.provider_id,
      template_name: template.name,
      provider_name: template.provider_name,
      channel: template.channel,
      purpose: template.purpose,
      sandbox: template.carrier === 'sandbox',
      customer_id: wanted.customerId,
      recipient,
      title,
      text: text.replaceAll(surveyMark, () => link),
      fields: JSON.stringify('khao_sat' in fields ? { ...fields, khao_sat: link } : fields),
      state: refused === null ? 'waiting' : 'refused',
      answer: refused ?? '',
      source: wanted.source,
      source_id: wanted.sourceId ?? null,
      call_id: wanted.callId,
      key: wanted.key,
      next_at: refused === null ? wanted.at : null,
      created_by: wanted.accountId,
    })
    .execute();
  if (refused === null) await queueMessage(trx, id, wanted.at);
  return { id, refused };
}

async function surveyLink(
  trx: Trx,
  { consoleUrl, customerId, callId, accountId, at }: Wanted,
  surveyId: string,
): Promise<string> {
  const { path } = await makeSurveyLinkFor(trx, { surveyId, customerId, callId, accountId, now: at.getTime() });
  return `${consoleUrl}${path}`;
}

export async function queueMessage(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`select queue_message(${id}, ${at})`.execute(trx);
}

/** A call and a message may ask for one number at the same moment: only one of them has it, by the row of the number. */
async function takenMeanwhile(trx: Trx, recipient: string, at: Date): Promise<string | null> {
  const { rows } = await sql`
    insert into advertised_number as last (e164, at) values (${recipient}, ${at})
    on conflict (tenant_id, e164) do update set at = excluded.at
      where last.at <= ${at}::timestamptz - interval '1 day' returning e164`.execute(trx);
  return rows.length > 0 ? null : hadOneToday;
}

interface Known {
  readonly company: string;
  readonly time_zone: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly numbers: readonly string[] | null;
  readonly refuses: boolean;
  readonly own: Readonly<Record<string, unknown>> | null;
  readonly agent: string;
  readonly started_at: Date | null;
}

function valuesOf(
  known: Known,
  { number, link, at }: { readonly number: string; readonly link: string; readonly at: Date },
): Readonly<Record<TemplateField, string>> {
  const read = parsePhone(number);
  const called = clockIn((known.started_at ?? at).getTime(), known.time_zone);
  return {
    ten: known.name ?? 'quý khách',
    so: read.ok ? read.phone.national : number,
    nhan_vien: known.agent,
    gio_goi: called.time,
    ngay: clockIn(at.getTime(), known.time_zone).date.split('-').toReversed().join('/'),
    cong_ty: known.company,
    lien_ket: link,
    // Each message has its own, which is made when it is written for good.
    khao_sat: surveyMark,
  };
}

/** Stands for the link by which a customer answers a survey. */
const surveyMark = '{khao_sat}';

/** A text as whoever reads it before it is sent sees it: a link of the customer's own is made when it is. */
export const withSampleLink = (text: string, consoleUrl: string): string =>
  text.replaceAll(surveyMark, () => sampleSurveyLink(consoleUrl));

const ownPrefix = 'rieng:';

/** What stands in the company's own fields that a text names. */
async function ownByName(
  trx: Trx,
  text: string,
  own: Readonly<Record<string, unknown>> | null,
): Promise<ReadonlyMap<string, string>> {
  const named = fieldsIn(text).filter((name) => name.startsWith(ownPrefix));
  if (named.length === 0) return new Map();
  const fields = await trx.selectFrom('customer_field').select(['id', 'name']).execute();
  return new Map(
    named.map((name) => {
      const field = fields.find((one) => one.name.toLowerCase() === name.slice(ownPrefix.length).trim().toLowerCase());
      const value = field === undefined ? undefined : own?.[field.id];
      if (Array.isArray(value)) return [name, value.join(', ')];
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

const templatesIn = (trx: Trx) =>
  trx
    .selectFrom('message_template')
    .innerJoin('message_provider', 'message_provider.id', 'message_template.provider_id')
    .select(['message_template.id', 'message_template.name', 'message_template.purpose', 'message_template.title'])
    .select(['message_template.text', 'message_template.link', 'message_template.active', 'message_template.survey_id'])
    .select(['message_template.provider_id', 'message_provider.name as provider_name', 'message_provider.channel'])
    .select(['message_provider.carrier', 'message_provider.active as provider_active'])
    .select(
      sql<SurveyDays | null>`(select jsonb_build_object('status', its.status, 'starts_on', its.starts_on, 'ends_on', its.ends_on)
        from survey_campaign as its where its.id = message_template.survey_id)`.as('survey'),
    );

const templateBy = (trx: Trx, id: string): Promise<Template | undefined> =>
  templatesIn(trx).where('message_template.id', '=', id).executeTakeFirst();

/** Templates by their ids, as far as they are there. */
export async function templatesBy(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, Template>> {
  if (ids.length === 0) return new Map();
  const rows = await templatesIn(trx)
    .where('message_template.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
