import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { maskPhone, parsePhone } from '@alo/phone-number';
import { type RawBuilder, sql } from 'kysely';

import type { Bus } from '../../bus/bus.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { momentWords } from '../../domain/company-clock.ts';
import { noLettersLeft, takeLetter } from '../../domain/letters-of-a-day.ts';
import { addNotice } from '../../domain/notices.ts';
import { gathered } from '../../kernel/gathered.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { FileStore } from '../../storage/file-store.ts';

interface WriterDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly send: (letter: Mail) => Promise<void>;
  readonly consoleUrl: () => string;
  readonly onError: (error: unknown) => void;
  /** Once it is aborted no further letter is begun. */
  readonly signal?: AbortSignal;
}

interface Deps extends Omit<WriterDeps, 'signal'> {
  readonly bus: Pick<Bus, 'subscribe'>;
}

/** A message that a letter is owed for. */
interface Owed {
  readonly id: string;
  readonly call_id: string;
  readonly at: Date;
  readonly number: string;
  readonly seconds: number;
  readonly box: string;
  /** Those that were not told yet. */
  readonly emails: string[];
  /** When it is tried again if somebody's letter is not taken. */
  readonly retry_ms: number;
  readonly attaches: boolean;
  readonly time_zone: string;
  readonly mask: number | null;
}

/** Many calls are written together: they are looked at together. */
const gatherMs = 500;
/** What a process that is gone owed is looked for with the calls that others write, so long after the first. */
const leftBehindMs = 60_000;
/** First so soon, then after twice as long each time, for a day. */
const firstRetryMs = 5 * 60_000;
/** So long the letter that is under way keeps a process that ends: a mail server that hangs takes longer, and the next one writes again. */
const endsWithinMs = 2_000;
/** Larger recordings are heard by the link. */
const mostBytes = 10 * 1024 * 1024;

/** Tells by letter that somebody has left a message, as soon as its call is written. */
export function tellByMail({ bus, ...deps }: Deps): { close(): Promise<void> } {
  const closing = new AbortController();
  const write = letterWriter({ ...deps, signal: closing.signal });
  const retries = new Set<NodeJS.Timeout>();
  let working: Promise<void> = Promise.resolve();

  const lookSoon = (tenantId: string): void => {
    working = working.then(() => (closing.signal.aborted ? undefined : lookNow(tenantId).catch(deps.onError)));
  };
  const look = gathered(gatherMs, lookSoon);

  async function lookNow(tenantId: string): Promise<void> {
    const againMs = await write(tenantId);
    if (againMs === null || closing.signal.aborted) return;
    const retry = setTimeout(() => {
      retries.delete(retry);
      look(tenantId);
    }, againMs).unref();
    retries.add(retry);
  }

  bus.subscribe('messages-left', look);
  bus.subscribe('calls-written', gathered(leftBehindMs, lookSoon));
  return {
    async close() {
      closing.abort();
      for (const retry of retries) clearTimeout(retry);
      await Promise.race([working, wait(endsWithinMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Writes the letters that a company is owed: to each address once, by whichever process is first. Whose letter no mail server took
 * is written to again, later and later, and nobody else. Resolves with when that is, in milliseconds; null where all is told.
 */
export function letterWriter({ db, files, send, consoleUrl, onError, signal }: WriterDeps) {
  async function write(tenantId: string): Promise<number | null> {
    const { owed, company } = await db.inTenant(tenantId, async (trx) => ({
      owed: (await claim.execute(trx)).rows,
      company: await brandOf(trx),
    }));
    let againMs: number | null = null;
    for (const message of owed) {
      if (signal?.aborted === true) break;
      if (await told(tenantId, message, company)) await note(tenantId, message, sql`mailed_at = now()`);
      else againMs = Math.min(againMs ?? message.retry_ms, message.retry_ms);
    }
    return againMs;
  }

  /** Whether everybody was. */
  async function told(tenantId: string, message: Owed, company: string): Promise<boolean> {
    try {
      const letter = await letterOf(tenantId, message, company);
      let isTold = true;
      for (const to of message.emails) {
        if (signal?.aborted === true) return false;
        if (!(await mayWrite(tenantId))) return false;
        try {
          await send({ to, ...letter });
          await note(tenantId, message, sql`mailed_to = array_append(mailed_to, ${to})`);
        } catch (error) {
          onError(error);
          isTold = false;
        }
      }
      return isTold;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  /** Takes a letter of the day's; the bell says where there is none left. */
  const mayWrite = (tenantId: string) =>
    db.inTenant(tenantId, async (trx) => {
      if (await takeLetter(trx)) return true;
      const notice = { kind: 'limit', text: noLettersLeft, permission: 'setting.view', about: 'letters' } as const;
      await addNotice(trx, notice, new Date());
      return false;
    });

  const note = (tenantId: string, { id }: Owed, what: RawBuilder<unknown>) =>
    db.inTenant(tenantId, (trx) => sql`update voicemail_message set ${what} where recording_id = ${id}`.execute(trx));

  async function letterOf(tenantId: string, message: Owed, company: string): Promise<Omit<Mail, 'to'>> {
    const { at, seconds, box, call_id: callId, time_zone: timeZone } = message;
    const when = momentWords(at, timeZone);
    const from = numberIn(message);
    const stored = message.attaches
      ? await files.find({ area: 'recordings', tenantId, name: `${message.id}.wav` })
      : undefined;
    const content = stored && stored.bytes <= mostBytes ? await buffer(await stored.read()) : undefined;
    const link = `${consoleUrl()}/call-history?id=${callId}`;
    return {
      subject: `Lời nhắn mới từ ${from} · ${box}`,
      text: `${from} đã để lại lời nhắn dài ${seconds} giây trong hộp thư “${box}” của ${company} lúc ${when}.\n\nNghe ở đây:\n${link}\n\nHoặc bấm *98 trên điện thoại.\n`,
      ...(content === undefined
        ? {}
        : { attachments: [{ filename: 'loi-nhan.wav', content, contentType: 'audio/wav' }] }),
    };
  }

  return write;
}

/** A company that hides its customers' numbers hides them in letters, too: nobody knows who reads them. */
function numberIn({ number, mask }: Owed): string {
  if (number === '') return 'số ẩn';
  const read = parsePhone(number);
  const national = read.ok ? read.phone.national : number;
  return mask === null ? national : maskPhone(national, mask);
}

const claim = sql<Owed>`
  with owed as (
    select recording.id, recording.call_id, recording.call_started_at, recording.started_at as at,
      (recording.duration_ms / 1000)::int as seconds, voicemail_box.name as box,
      array(select one from unnest(voicemail_box.notify_emails) as one where one <> all (coalesce(kept.mailed_to, '{}'))) as emails,
      voicemail_box.notify_with = 'recording' as attaches
    from voicemail_box
    join recording on recording.kind = 'message' and recording.state = 'ready'
      and recording.voicemail_box_id = voicemail_box.id::text and recording.started_at > now() - interval '1 day'
    left join voicemail_message as kept on kept.recording_id = recording.id
    where cardinality(voicemail_box.notify_emails) > 0
      and kept.mailed_at is null and coalesce(kept.mail_due_at <= now(), true)
  ), claimed as (
    insert into voicemail_message as kept (id, recording_id, mail_tries, mail_due_at)
      select gen_random_uuid(), id, 1, now() + make_interval(secs => ${firstRetryMs / 1000}) from owed
    on conflict (tenant_id, recording_id) do update set mail_tries = kept.mail_tries + 1,
        mail_due_at = now() + make_interval(secs => ${firstRetryMs / 1000} * power(2, least(kept.mail_tries, 8)))
      where kept.mailed_at is null and coalesce(kept.mail_due_at <= now(), true)
    returning recording_id, extract(epoch from kept.mail_due_at - now())::float8 * 1000 as retry_ms
  )
  select owed.*, claimed.retry_ms, coalesce(nullif(call.outside_number, ''), call.from_extension) as number, tenant.time_zone,
    case when system_setting.hidden_phone_customer = 1 then system_setting.position_hidden_phone_customer end as mask
  from claimed
  join owed on owed.id = claimed.recording_id
  join call on call.id = owed.call_id and call.started_at = owed.call_started_at
  cross join tenant
  left join system_setting on true`;
