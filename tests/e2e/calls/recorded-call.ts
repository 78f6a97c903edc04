import { expect } from 'vitest';

import { runSipp } from '../../sip/run-sipp.ts';
import { mainNumberAndCustomer, theCallSince } from '../support/api.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Company } from '../support/office.ts';

/** A customer calls and hums until Lan has heard them, and `meanwhile` is over; answers the call, of which there is a recording. */
export async function recordedCall(
  { product, lan, admin }: Company,
  from: string,
  meanwhile?: () => Promise<void>,
): Promise<{ readonly id: string }> {
  const { number } = await mainNumberAndCustomer(admin);
  const since = Date.now();
  const carrier = runSipp({
    scenario: 'callee-hangs-up',
    target: { host: '127.0.0.1', port: product.sipPort },
    from,
    name: 'Sipp',
    to: number.replace(/^\+84/, '0'),
    seconds: 60,
    hertz: 440,
  });
  await lan.shows('Cuộc gọi đến');
  await lan.answer();
  await lan.shows('Đã kết nối');
  await isHeardBy(lan);
  await meanwhile?.();
  await lan.hangUp();
  expect(await carrier).toEqual({ ok: true, errors: '' });
  return theCallSince(admin, since);
}
