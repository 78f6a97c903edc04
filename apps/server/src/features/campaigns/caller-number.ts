import { carrierByPrefix, parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { AdvertisingRule } from '../../domain/advertising-law.ts';
import { refusal } from '../../domain/advertising-law.ts';
import { callsOut } from '../../domain/number-owners.ts';

/** How a campaign chooses among the numbers of the company that its calls show. */
export interface CallerRules {
  /** Numbers in the network of the customer go first. */
  readonly ownNetwork: boolean;
  /** One number calls at most so often in so many minutes; null is as often as it likes. */
  readonly calls: number | null;
  readonly minutes: number;
}

/** A number that a campaign may call with, and what it has called of late. */
export interface CallerNumber {
  readonly number: string;
  /** Whose network it is in, as it was written down; else by its prefix. */
  readonly carrier: string;
  /** Calls within the minutes that the campaign counts. */
  readonly recent: number;
  readonly last: Date | null;
}

/** `shown` is '' where the outbound rule decides, or none calls. */
export interface ChosenCaller {
  readonly shown: string;
  readonly refused: AdvertisingRule | null;
}

/** Which number calls: whoever rests is passed over; then the network of the customer, then whichever has called nobody for longest. */
export function chooseCaller(
  numbers: readonly CallerNumber[],
  { ownNetwork, calls, minutes }: CallerRules,
  customer: string,
): ChosenCaller {
  if (numbers.length === 0) {
    return none(refusal('no-caller', 'Không đầu số nào của chiến dịch gọi ra được'));
  }
  const theirs = ownNetwork ? networkOf(customer) : null;
  const isTheirs = ({ number, carrier }: CallerNumber) =>
    theirs !== null && (carrier === '' ? networkOf(number) : carrier) === theirs;
  const [first] = numbers
    .filter(({ recent }) => calls === null || recent < calls)
    .toSorted(
      (a, b) => Number(isTheirs(b)) - Number(isTheirs(a)) || (a.last?.getTime() ?? 0) - (b.last?.getTime() ?? 0),
    );
  if (first !== undefined) return { shown: first.number, refused: null };
  const words = `Mỗi đầu số của chiến dịch đã gọi đủ ${calls} cuộc trong ${minutes} phút, đang nghỉ`;
  return none(refusal('callers-rest', words));
}

const none = (refused: AdvertisingRule): ChosenCaller => ({ shown: '', refused });

function networkOf(number: string): string | null {
  const read = parsePhone(number);
  return read.ok ? carrierByPrefix(read.phone) : null;
}

/**
 * With which number of the company a campaign calls a customer. The outbound rule's own, as '', where the campaign names none. Calls of
 * one number are counted over all campaigns.
 */
export async function callerFor(
  trx: Trx,
  { id, callers }: { readonly id: string; readonly callers: CallerRules },
  { customer, at }: { readonly customer: string; readonly at: Date },
): Promise<ChosenCaller> {
  const { rows } = await sql<CallerNumber & { readonly able: boolean }>`
    select service_number.number, service_number.carrier, trunk.enabled and ${callsOut} as able,
        (select count(*)::int from campaign_attempt as its where its.shown = service_number.number
          and its.at > ${new Date(at.getTime() - callers.minutes * 60_000)}) as recent,
        (select max(its.at) from campaign_attempt as its where its.shown = service_number.number) as last
      from campaign_number as chosen
        join service_number on service_number.id = chosen.service_number_id
        join trunk on trunk.id = service_number.trunk_id
      where chosen.campaign_id = ${id} order by chosen.position`.execute(trx);
  if (rows.length === 0) return { shown: '', refused: null };
  return chooseCaller(
    rows.filter(({ able }) => able),
    callers,
    customer,
  );
}
