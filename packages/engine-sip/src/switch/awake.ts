import type { TenantId } from '@alo/call-core';
import { newRequest, randomToken } from '@alo/sip';
import type { BranchTarget } from './branch.ts';
import type { Exchange } from './exchange.ts';
import { nameAddrOf } from './our-side.ts';
import { Patience } from './patience.ts';

/** A page that is alive answers within a round trip; one that its browser froze answers when it is thawed, or never. */
const patienceMs = 1_500;

/**
 * Does the page behind a browser's contact answer? Its socket is the browser's and lives on while the page sleeps, so
 * something is asked that only its own code can answer: OPTIONS, with whatever response (JsSIP says 200 by itself).
 */
export function isAwake(
  exchange: Exchange,
  tenant: TenantId,
  extension: string,
  destination: BranchTarget,
): Promise<boolean> {
  const { endpoint, ours, directory, registrations } = exchange;
  const { uri, flow } = destination;
  const domain = directory.domainOf(tenant) ?? 'invalid';
  const told = (awake: boolean): boolean => {
    registrations.contactIs(tenant, extension, uri, awake ? 'awake' : 'asleep');
    return awake;
  };
  return new Promise((resolve) => {
    const patience = new Patience(patienceMs, () => resolve(told(false)));
    const answered = (awake: boolean): void => {
      patience.end();
      resolve(told(awake)); // A late answer is a sign of life for the next call.
    };
    const request = newRequest({
      method: 'OPTIONS',
      uri,
      from: { ...nameAddrOf('alo', domain), params: new Map([['tag', randomToken()]]) },
      to: nameAddrOf(extension, domain),
      callId: randomToken(),
      cseq: 1,
      headers: [{ name: 'contact', value: ours.contact(flow) }],
    });
    endpoint.request(flow, request, { onResponse: () => answered(true), onFailure: () => answered(false) });
  });
}
