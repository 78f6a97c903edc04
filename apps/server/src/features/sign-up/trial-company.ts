import { superAdmin } from '@alo/contract';
import { botCarrierHost } from '@alo/engine';

import type { Trx } from '../../db/database.ts';
import { beginNarrow } from '../../domain/built-in-roles.ts';
import { firstStatuses } from '../../domain/first-statuses.ts';
import { trialNumber } from '../../domain/trial-number.ts';
import { newId } from '../../kernel/new-id.ts';
import { trialShare } from '../../kernel/shares.ts';

const trialDays = 30;
const dayMs = 86_400_000;
const features = ['popupcustomer', 'supervision', 'campaign', 'survey', 'voice-otp'];

export interface TrialCompany {
  readonly tenantId: string;
  readonly code: string;
  readonly company: string;
  readonly person: { readonly name: string; readonly email: string; readonly passwordHash: string };
  readonly now: number;
}

/**
 * A company that can be called at once: its first super-admin at extension 101, a colleague to be at 102, a queue with both, and
 * one number that leads there. Answers the account of the super-admin.
 */
export async function makeTrialCompany(trx: Trx, { tenantId, code, company, person, now }: TrialCompany) {
  const until = new Date(now + trialDays * dayMs);
  await trx
    .insertInto('tenant')
    .values({ id: tenantId, code, name: company, sip_domain: `${code}.alo.local`, trial_until: until, ...trialShare })
    .execute();
  await trx.insertInto('feature').values({ id: newId(), feature_name_data: features, date_expired: until }).execute();
  const roles = await beginNarrow(trx);
  await trx
    .insertInto('profile_status')
    .values(firstStatuses.map((status) => ({ id: newId(), ...status })))
    .execute();
  const [accountId, colleague] = [newId(), newId()];
  const roleOf = (name: string) => roles.find((role) => role.name === name)?.id ?? '';
  await trx
    .insertInto('account')
    .values([
      {
        id: accountId,
        name: person.name,
        email: person.email,
        password_hash: person.passwordHash,
        email_proved_at: new Date(now),
        role_id: roleOf(superAdmin),
        extension: '101',
      },
      {
        id: colleague,
        name: 'Đồng nghiệp (mời sau)',
        email: `dong-nghiep@${code}.alo.local`,
        active: false,
        password_hash: null,
        role_id: roleOf('Nhân viên'),
        extension: '102',
      },
    ])
    .execute();
  await makeTelephony(trx, person.name, new Date(now));
  return accountId;
}

async function makeTelephony(trx: Trx, name: string, now: Date): Promise<void> {
  const extensions = [
    { id: newId(), number: '101', name },
    { id: newId(), number: '102', name: 'Đồng nghiệp' },
  ];
  const [queue, trunk, number, rule] = [newId(), newId(), newId(), newId()];
  await trx.insertInto('extension').values(extensions).execute();
  await trx
    .insertInto('queue')
    .values({
      id: queue,
      name: 'Chăm sóc khách hàng',
      number: '601',
      strategy: 'longest-idle',
      ring_seconds: 20,
      wrap_up_seconds: 5,
      max_wait_seconds: 180,
    })
    .execute();
  await trx
    .insertInto('queue_member')
    .values(extensions.map(({ id }, position) => ({ id: newId(), queue_id: queue, extension_id: id, position })))
    .execute();
  // The engine's own bots: they call from this machine, and everybody outside is one of them.
  await trx
    .insertInto('trunk')
    .values({ id: trunk, name: 'Nhà mạng dùng thử', host: botCarrierHost, addresses: ['127.0.0.1'] })
    .execute();
  await trx
    .insertInto('service_number')
    .values({ id: number, number: trialNumber(), name: 'Tổng đài dùng thử', trunk_id: trunk, proven_at: now })
    .execute();
  await trx
    .insertInto('inbound_rule')
    .values({
      id: newId(),
      name: 'Tổng đài dùng thử',
      priority: 10,
      service_number_id: number,
      destination_kind: 'queue',
      destination_value: queue,
    })
    .execute();
  await trx.insertInto('outbound_rule').values({ id: rule, name: 'Trong nước', pattern: '0xxxxxxxxx' }).execute();
  await trx
    .insertInto('outbound_route')
    .values({ id: newId(), outbound_rule_id: rule, service_number_id: number })
    .execute();
}
