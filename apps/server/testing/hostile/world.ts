import { operatedRefusals, type RefusalKind } from '@alo/contract';
import type pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';

/** What the API answers, as far as attacks look at it. */
const answerBody = z
  .looseObject({
    id: z.string(),
    version: z.number(),
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()),
    total: z.number(),
    data: z.array(z.looseObject({ id: z.string().optional() })),
    ticket: z.string(),
    job_id: z.string(),
    secret: z.string(),
  })
  .partial();

/** What came of one try. */
export interface Came {
  /** Of HTTP or SIP; 0 where the other side said nothing and left. */
  readonly status: number;
  readonly text: string;
  readonly body: z.output<typeof answerBody>;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as it is, in place of JSON. */
  readonly raw?: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A company's super-admin at the HTTP API. */
export interface Company {
  readonly id: string;
  readonly code: string;
  readonly token: string;
  /** A path that begins with `//` is the installation's, as of `/identity`; others are the company's own. */
  ask(method: string, path: string, asked?: RequestOptions): Promise<Came>;
}

/** Two hostile companies and a good one on one installation. */
export interface World {
  readonly address: string;
  readonly good: Company;
  readonly hostile: readonly [Company, Company];
  /** Whoever runs the installation. */
  readonly operator: Company;
  /** Ids of what the good company has, by what it is. */
  readonly rows: Readonly<Record<'customer' | 'webhook' | 'view' | 'call' | 'trunk' | 'number', string>>;
  /** Sees through row-level security. */
  readonly superuser: pg.Client;
  close(): Promise<void>;
}

/** Stands in whatever the good company has, and in nothing that a hostile one is answered. */
export const secret = 'BiMatCuaHo';
/** Where the good company's carrier is, and its number. */
export const goodCarrier = 'sip.nhamang-tot.vn';
export const goodNumber = '02873995501';

export const came = (status: number, text: string): Came => {
  const read = text.startsWith('{') ? answerBody.safeParse(JSON.parse(text)).data : undefined;
  return { status, text, body: read ?? {} };
};

export function companyAt(address: string, { id, code, token }: Pick<Company, 'id' | 'code' | 'token'>): Company {
  return {
    id,
    code,
    token,
    async ask(method, path, { body, raw, headers = {} } = {}) {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await fetch(`${address}${path.startsWith('//') ? path.slice(1) : `/api/${code}${path}`}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { body: payload }),
      });
      return came(answer.status, await answer.text());
    },
  };
}

/** What the good company works with, made as its people make it. The call is made by whoever has calls. */
export async function fillGood(good: Company): Promise<Omit<World['rows'], 'call'>> {
  const made = async (path: string, body: object) => {
    const { status, body: row, text } = await good.ask('POST', path, { body });
    if (status !== 200 || row.id === undefined) throw new Error(`${path}: ${status} ${text}`);
    return row.id;
  };
  const status =
    (await good.ask('GET', '/profile-statuses')).body.data?.[0]?.id ??
    (await made('/profile-status', { name: secret }));
  const list = { list: '/customers', name: secret, address: `search=${secret}` };
  const trunk = await made('//telephony/partner/trunk', { name: secret, host: goodCarrier });
  return {
    customer: await made('/customer', { name: `${secret} khách`, phone: '0987000111', status }),
    webhook: await made('/webhook', { name: secret, url: 'https://nhan.congty.vn/alo', events: ['call.ended'] }),
    view: await made('/saved-view', list),
    trunk,
    number: await made('//telephony/partner/service-number', { name: secret, number: goodNumber, trunk_id: trunk }),
  };
}

/** What no attack may change of the good company. Its processes go on writing elsewhere. */
const kept = ['customer', 'webhook', 'service_number', 'trunk', 'account', 'extension', 'role'];

export async function goodAsItWas({ superuser, good }: World): Promise<() => Promise<void>> {
  const read = async () => {
    const digests = kept.map(
      (table) =>
        `(select md5(string_agg(one::text, '|' order by one::text)) from "${table}" as one where tenant_id = $1) as "${table}"`,
    );
    const { rows } = await superuser.query(`select ${digests.join(', ')}`, [good.id]);
    return rows;
  };
  const before = await read();
  return async () => {
    expect(await read()).toEqual(before);
    const seen = await good.ask('GET', `/customers?search=${secret}`);
    expect([seen.status, seen.text.includes(secret)]).toEqual([200, true]);
  };
}

/** Of each kind, before anything was refused. */
const none: Readonly<Record<RefusalKind, number>> = {
  company: 0,
  others: 0,
  inside: 0,
  right: 0,
  network: 0,
  not_there: 0,
  sign_in: 0,
  too_much: 0,
  malformed: 0,
  slip: 0,
};

/** How often what was refused of the hostile companies, and of nobody, as the operator is shown it. */
export async function refusalsSeen({ operator, hostile }: World): Promise<Readonly<Record<RefusalKind, number>>> {
  const codes = [null, ...hostile.map(({ code }) => code)];
  const seen = { ...none };
  for (const more of ['', '&kind=slip']) {
    const { text, body } = await operator.ask('GET', `//admin/refusals?per_page=1000${more}`);
    expect(body.total).toBeLessThanOrEqual(1000);
    const { data } = operatedRefusals.result.parse(JSON.parse(text));
    for (const { kind, tries } of data.filter((row) => codes.includes(row.ma_dn))) seen[kind] += tries;
  }
  return seen;
}

/** How many entries the company's own trail has of something. */
export async function trailOf({ superuser }: World, company: Company, action: string, subject: string) {
  const { rows } = await superuser.query<{ n: number }>(
    'select count(*)::int as n from audit where tenant_id = $1 and action = $2 and subject = $3',
    [company.id, action, subject],
  );
  return rows[0]?.n ?? 0;
}
