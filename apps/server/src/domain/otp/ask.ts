import { otpPerPhone } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { chooseNumber } from './choose-number.ts';
import { newCode, type OtpKeeper } from './codes.ts';
import { candidates } from './number-use.ts';

/** A code that somebody is to be told. */
export interface WantedOtp {
  readonly phone: string;
  /** Without one it is made, and can be asked for. */
  readonly code?: string | undefined;
  readonly length: number;
  readonly ttlSeconds: number;
  readonly tries: number;
  readonly pauseSeconds: number;
  readonly ref: string;
  readonly test: boolean;
  readonly keyName: string;
  readonly by: string | null;
  /** A bot that answers is nobody. */
  readonly overCarrier: boolean;
  /** A bot is told it in the place of whoever has the number. */
  readonly toBots?: boolean;
}

/** Keeps the wish to be called, within the limits of the number, where the company of the transaction has numbers that may call. */
export async function keepOtpRequest(
  trx: Trx,
  { codes, now }: OtpKeeper,
  tenantId: string,
  wish: WantedOtp,
): Promise<string> {
  const { number, abroad } = calledNumber(wish.phone);
  await keepToLimits(trx, number, now());
  const chosen = chooseNumber(await candidates(trx, wish.overCarrier).execute(), { abroad });
  if (chosen.kind === 'none') throw Problem.callRefused(chosen.why);
  const id = newId();
  const said = wish.code ?? newCode(wish.length);
  const at = now();
  await trx
    .insertInto('otp_request')
    .values({
      id,
      number,
      ref: wish.ref,
      test: wish.test,
      tries: wish.tries,
      pause_seconds: wish.pauseSeconds,
      generated: wish.code === undefined,
      sealed_code: codes.seal(tenantId, id, said),
      code_hash: wish.code === undefined ? codes.hash(tenantId, id, said) : null,
      next_at: new Date(at),
      expires_at: new Date(at + wish.ttlSeconds * 1_000),
      created_at: new Date(at),
      key_name: wish.keyName,
      created_by: wish.by,
      over_carrier: wish.overCarrier,
      to_bots: wish.toBots ?? false,
    })
    .execute();
  return id;
}

async function keepToLimits(trx: Trx, number: string, now: number): Promise<void> {
  // Many at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('otp_request'), hashtext(current_tenant()::text || ${number}))`.execute(
    trx,
  );
  const since = (ms: number) => new Date(now - ms);
  const { day, hour, oldest } = await trx
    .selectFrom('otp_request')
    .where('number', '=', number)
    .where('created_at', '>', since(dayMs))
    .select([
      sql<number>`count(*)::int`.as('day'),
      sql<number>`(count(*) filter (where created_at > ${since(hourMs)}))::int`.as('hour'),
      sql<Date | null>`min(created_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  if (hour < otpPerPhone.hour && day < otpPerPhone.day) return;
  const waitMs = day >= otpPerPhone.day ? (oldest?.getTime() ?? now) + dayMs - now : hourMs;
  throw Problem.tooManyRequests(Math.ceil(waitMs / 1_000), 'Số này đã được yêu cầu gọi mã quá nhiều lần').toldAs(
    'otp_request',
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Only where people are reached: no hotline that costs, no number of an authority. */
function calledNumber(phone: string): { number: string; abroad: boolean } {
  const read = parsePhone(phone);
  if (!read.ok || !['mobile', 'fixed', 'international'].includes(read.phone.kind)) {
    throw Problem.invalid({ phone: 'Chỉ gọi được số di động hoặc số cố định' }).toldAs('otp_request');
  }
  return { number: read.phone.canonical, abroad: read.phone.kind === 'international' };
}
