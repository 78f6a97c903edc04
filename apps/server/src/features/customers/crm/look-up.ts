import { crmAnswered, crmAsked } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import type { z } from 'zod';

import type { Trx } from '../../../db/database.ts';
import { postGuarded, TargetRefused } from '../../../http/guarded-request.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { signatureOf } from '../../../kernel/signature.ts';
import { type Sealer, sealer } from '../../../storage/sealed.ts';

/** Whoever the CRM knows, nobody, or why it did not say. */
export type CrmSaid =
  | { readonly is: 'found'; readonly who: z.output<typeof crmAnswered> }
  | { readonly is: 'nobody' }
  /** `refused` where its address must not be asked. */
  | { readonly is: 'no-answer'; readonly because: string; readonly refused?: true };

export const crmSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo crm secret');

/** How a company's CRM is asked, and which of its pages is opened. */
export interface CrmSetting {
  readonly lookupUrl: string;
  readonly pageUrl: string;
  readonly sealedSecret: Buffer | null;
}

export const noCrm: CrmSetting = { lookupUrl: '', pageUrl: '', sealedSecret: null };

export async function readCrmSetting(trx: Trx): Promise<CrmSetting> {
  const row = await trx
    .selectFrom('system_setting')
    .leftJoin('crm_secret', 'crm_secret.tenant_id', 'system_setting.tenant_id')
    .select(['crm_lookup_url as lookupUrl', 'crm_page_url as pageUrl', 'crm_secret.sealed_secret as sealedSecret'])
    .executeTakeFirst();
  return row ?? noCrm;
}

/** About whom a company's CRM is asked. */
export interface CrmQuestion {
  readonly tenantId: string;
  readonly setting: CrmSetting;
  /** E.164. */
  readonly number: string;
  readonly call: string | null;
  readonly extension: string | null;
}

/** Asks a company's CRM who has a number; also what it said of late, or that it does not answer, is an answer. */
export type CrmLookUp = (question: CrmQuestion) => Promise<CrmSaid>;

interface Deps {
  readonly sealer: Sealer;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now?: () => number;
  readonly withinMs?: number;
}

const answersWithinMs = 800;
/** So long an answer holds: the phone, the card and a colleague to whom the call is sent ask for the same. */
const keptMs = 300_000;
const nobodyKeptMs = 30_000;
const keptAtMost = 500;
/** So many of a company's questions are asked at once, and after so many without an answer nobody is asked for a while. */
const atOnce = 10;
const failuresAtMost = 5;
const restsMs = 30_000;

/** What is known of one company's CRM. */
interface Known {
  /** Of which address and secret. */
  readonly of: string;
  readonly kept: Map<string, { readonly said: CrmSaid; readonly until: number }>;
  readonly asking: Map<string, Promise<CrmSaid>>;
  failures: number;
  restsUntil: number;
}

/**
 * A company's questions share answers, wait for one another where they are the same, and stop for a while where nothing comes back: a CRM
 * that is away costs its company 800 ms five times, and nobody else anything.
 */
export function crmLookUp({ sealer: seals, allowed, now = Date.now, withinMs = answersWithinMs }: Deps): CrmLookUp {
  const companies = new Map<string, Known>();

  function knownOf({ tenantId, setting }: CrmQuestion): Known {
    const of = `${setting.lookupUrl} ${setting.sealedSecret?.toString('base64') ?? ''}`;
    const found = companies.get(tenantId);
    if (found?.of === of) return found;
    const fresh = { of, kept: new Map(), asking: new Map(), failures: 0, restsUntil: 0 };
    companies.set(tenantId, fresh);
    return fresh;
  }

  return async (question) => {
    const { tenantId, setting, number } = question;
    if (setting.lookupUrl === '') return { is: 'nobody' };
    const secret = setting.sealedSecret && seals.open(tenantId, setting.sealedSecret);
    if (secret === null || secret === undefined) return noAnswer('Chưa tạo khoá ký cho CRM');
    const known = knownOf(question);
    const kept = known.kept.get(number);
    if (kept !== undefined && kept.until > now()) return kept.said;
    const asked = known.asking.get(number);
    if (asked !== undefined) return asked;
    if (known.restsUntil > now()) return noAnswer('CRM của công ty không trả lời, sẽ hỏi lại sau ít giây');
    if (known.asking.size >= atOnce) return noAnswer('CRM của công ty đang bận');
    const asking = ask(question, secret).finally(() => known.asking.delete(number));
    known.asking.set(number, asking);
    const said = await asking;
    remember(known, number, said);
    return said;
  };

  function remember(known: Known, number: string, said: CrmSaid): void {
    if (said.is === 'no-answer') {
      known.failures += 1;
      if (known.failures >= failuresAtMost) known.restsUntil = now() + restsMs;
      return;
    }
    known.failures = 0;
    known.kept.delete(number);
    known.kept.set(number, { said, until: now() + (said.is === 'found' ? keptMs : nobodyKeptMs) });
    const [oldest] = known.kept.keys();
    if (known.kept.size > keptAtMost && oldest !== undefined) known.kept.delete(oldest);
  }

  async function ask({ setting, number, call, extension }: CrmQuestion, secret: string): Promise<CrmSaid> {
    const read = parsePhone(number);
    const phone = read.ok ? read.phone.national : number;
    const body = JSON.stringify(crmAsked.parse({ phone, e164: number, call, extension }));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Alo-CRM/1',
      'alo-signature': signatureOf(secret, now(), body),
    };
    try {
      const signal = AbortSignal.timeout(withinMs);
      const answer = await postGuarded(setting.lookupUrl, { headers, body, allowed, signal });
      if (answer.status === 204 || answer.status === 404) return { is: 'nobody' };
      if (answer.status !== 200) return noAnswer(`CRM của công ty trả lời ${answer.status}`);
      const who = crmAnswered.safeParse(jsonIn(answer.beginning));
      return who.success ? { is: 'found', who: who.data } : noAnswer('Không hiểu câu trả lời của CRM');
    } catch (error) {
      // Whatever their server and the way to it do is theirs, and told in the card that they read.
      if (error instanceof TargetRefused) return { ...noAnswer(error.message), refused: true };
      return noAnswer('Không gọi được CRM của công ty');
    }
  }
}

const noAnswer = (because: string) => ({ is: 'no-answer', because }) as const;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
