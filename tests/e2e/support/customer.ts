import { trunks } from '@alo/contract';
import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';

import type { PersonApi } from './api.ts';
import type { Product } from './product.ts';

/** A customer's telephone beyond the carrier: it can press keys, and what it hears can be looked at. */
export type CustomerCall = PhoneCall<RtpAudio>;

const lines = new Set<TestPhone<RtpAudio>>();
const calls = new Set<CustomerCall>();

/** A customer calls one of the company's numbers (as people dial it) and says an even tone, whoever answers. */
export async function customerCalls(
  product: Product,
  { from, to, hertz }: { from: string; to: string; hertz: number },
): Promise<CustomerCall> {
  const phone = await openLine(product, from);
  const call = await phone.call(to);
  calls.add(call);
  call.audio.speak(hertz);
  return call;
}

/** A carrier in place of the demo's own: calls to the outside arrive here from now on. */
export async function openCarrier(product: Product, admin: PersonApi): Promise<TestPhone<RtpAudio>> {
  const line = await openLine(product, 'carrier');
  const [host = '', port] = line.hostPort.split(':');
  const [trunk] = (await admin.call(trunks.list, {})).data;
  if (trunk === undefined) throw new Error('the demo has no trunk');
  const { id, version, name, addresses } = trunk;
  const body = { version, name, addresses, host, port: Number(port), check_seconds: 0 };
  await admin.call(trunks.update, { params: { id }, body });
  return line;
}

/** Ends what is left of all of them, so that nobody waits in the next story. */
export async function closeLines(): Promise<void> {
  for (const call of calls) {
    if (call.state === 'talking') await call.hangUp();
    else if (call.state !== 'ended') call.cancel();
  }
  for (const line of lines) line.close();
  calls.clear();
  lines.clear();
}

async function openLine(product: Product, user: string): Promise<TestPhone<RtpAudio>> {
  const line = await TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port: product.sipPort },
    domain: '127.0.0.1',
    user,
    password: '',
  });
  lines.add(line);
  return line;
}
