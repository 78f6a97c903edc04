import type { EngineEvent, TenantId } from '@alo/call-core';
import { answerChallenge, type Flow, ha1, newRequest, type Request, responseTo, udpFlow } from '@alo/sip';
import { afterEach, expect, test } from 'vitest';
import { Directory } from './directory.ts';
import { Doorman } from './doorman.ts';

const tenant = 'doorman' as TenantId; // A name of this test; anywhere else they come from the database.
const domain = 'doorman.example';
const home = '192.0.2.1';

const events: EngineEvent[] = [];
const directory = new Directory();
directory.set({
  tenant,
  revision: 1,
  domain,
  extensions: [
    {
      extension: '101',
      secrets: [{ id: 's', ha1Md5: ha1('MD5', '101', domain, 'x'), ha1Sha256: ha1('SHA-256', '101', domain, 'x') }],
    },
  ],
  trunks: [],
});
const limits = {
  unprovenRequestsPerSecond: 1,
  contactsPerExtension: 10,
  socketsPerAddress: 10,
  calls: 10,
  callsPerTenant: 10,
  serverLagMs: 250,
};
const doorman = new Doorman({
  directory,
  options: { limits, registrationSeconds: 60, shortestRegistrationSeconds: 30 },
  isOpen: () => true,
  closeFlow: () => undefined,
  emit: (_tenant, event) => events.push(event),
  now: () => 0,
});
afterEach(() => doorman.close());

/** Sends a REGISTER, and once more with the proof that is asked for; gives the final status. */
function register(flow: Flow, sequence: number): number {
  const address = { display: '', uri: `sip:101@${domain}`, params: new Map<string, string>() };
  const requestOf = (more: Request['headers']) =>
    newRequest({
      method: 'REGISTER',
      uri: `sip:${domain}`,
      from: { ...address, params: new Map([['tag', 'f']]) },
      to: address,
      callId: 'one',
      cseq: sequence + more.length,
      headers: [{ name: 'contact', value: '<sip:101@10.0.0.7:5060>' }, ...more],
    });
  const ask = (request: Request) => {
    let answer = responseTo(request, { status: 100 });
    const respond = (parts: Parameters<typeof responseTo>[1]) => {
      answer = responseTo(request, parts);
      return answer;
    };
    doorman.register({ request, flow, toTag: 't', respond, refuse: (parts) => void respond(parts), watch: () => {} });
    return answer;
  };
  const first = requestOf([]);
  const credentials = answerChallenge(ask(first), first, { username: '101', password: 'x' });
  if (credentials === undefined) throw new Error('there was no challenge');
  return ask(requestOf([credentials])).status;
}

test('a phone whose NAT gave it another port is known by that one alone', () => {
  const [before, after] = [udpFlow(home, 40_001), udpFlow(home, 40_002)];
  expect(register(before, 1)).toBe(200);
  expect(register(after, 3)).toBe(200);
  for (let i = 0; i < 10; i++) doorman.malformed(udpFlow(home, 666));
  expect(doorman.admits(after)).toBe(true);
  expect(doorman.admits(before)).toBe(false);
  expect(events).toMatchObject([{ type: 'contacts', contacts: [{ asleep: false }] }]);
});
