import type { createHistoriesCall } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';
import { Problem } from '../../kernel/problem.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What may be dialled inside, keys of codes among it. */
const short = /^[\d*#]{2,6}$/;

/**
 * What a phone has to dial for what a person entered or clicked. Whoever sees masked numbers gets a customer's as `seal`
 * makes it, except one that they typed themselves.
 */
export async function prepareCall(
  trx: Trx,
  phone: string,
  { view, seal }: { view: NumberView; seal: (number: string) => string },
): Promise<z.input<typeof createHistoriesCall.result>> {
  if (uuid.test(phone)) return toCustomer(trx, phone, { view, seal });

  const digits = phone.replace(/[\s.\-()]/g, '');
  const colleague = /^\d{2,8}$/.test(digits) ? await extensionNamed(trx, digits) : undefined;
  if (colleague !== undefined) {
    return { dial: digits, kind: 'internal', phone: digits, name: colleague, customer_id: null };
  }
  const read = parsePhone(phone);
  // Places where callers wait, codes, and what nobody has: call control knows, and says so.
  if (!read.ok && short.test(digits)) {
    return { dial: digits, kind: 'internal', phone: digits, name: null, customer_id: null };
  }
  if (!read.ok) throw Problem.invalid({ phone: 'Định dạng số điện thoại sai' });
  const { canonical, national } = read.phone;
  const customer = await trx
    .selectFrom('customer_phone')
    .innerJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .where('customer_phone.e164', '=', canonical)
    .select(['customer.id', 'customer.name'])
    .executeTakeFirst();
  const { id = null, name = null } = customer ?? {};
  return { dial: national, kind: 'external', phone: national, name, customer_id: id };
}

async function toCustomer(
  trx: Trx,
  id: string,
  { view, seal }: { view: NumberView; seal: (number: string) => string },
) {
  const customer = await trx
    .selectFrom('customer')
    .innerJoin('customer_phone', 'customer_phone.customer_id', 'customer.id')
    .where('customer.id', '=', id)
    .orderBy('customer_phone.position')
    .select(['customer.id', 'customer.name', 'customer_phone.e164'])
    .executeTakeFirst();
  if (customer === undefined) throw Problem.invalid({ phone: 'Khách hàng này không có số điện thoại' });
  const read = parsePhone(customer.e164);
  const national = read.ok ? read.phone.national : customer.e164;
  return {
    dial: view.masked ? seal(national) : national,
    kind: 'external' as const,
    phone: view.show(customer.e164),
    name: customer.name,
    customer_id: customer.id,
  };
}

/** What the extension is called: who has it, else its own name; undefined where there is none. */
async function extensionNamed(trx: Trx, number: string): Promise<string | undefined> {
  const person = await trx
    .selectFrom('account')
    .where('extension', '=', number)
    .where('active', '=', true)
    .select('name')
    .executeTakeFirst();
  if (person !== undefined) return person.name;
  const extension = await trx.selectFrom('extension').where('number', '=', number).select('name').executeTakeFirst();
  if (extension !== undefined) return extension.name;
  for (const table of ['ring_group', 'queue', 'ivr_menu'] as const) {
    const place = await trx.selectFrom(table).where('number', '=', number).select('name').executeTakeFirst();
    if (place !== undefined) return place.name;
  }
  return undefined;
}
