import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sessionStore } from '../../src/features/identity/sessions.ts';
import { ticketOffice } from '../../src/features/live/tickets.ts';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { connectLive, listenLive, ticketOf } from '../../testing/live-listener.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

test('a ticket is good at another process, once, and a session that ends there ends its sockets here', async () => {
  const person = await demo.person('hai-noi');
  const { socket } = await listenLive(app, person);
  const closed = once(socket, 'close');
  const elsewhere = sessionStore(app.db, () => app.clock.now);
  elsewhere.onChange(({ tenantId, sessionIds }) => app.bus.publish('sessions-ended', tenantId, sessionIds));
  const office = ticketOffice({ db: app.db, callerOf: elsewhere.callerOf, now: () => app.clock.now });

  const ticket = await ticketOf(person);
  expect((await office.redeem(ticket))?.accountId).toBe(person.accountId);
  await expect(connectLive(app, ticket)).rejects.toThrow('401');
  const caller = await elsewhere.authenticate(person.token);
  if (caller === undefined) throw new Error('not signed in');
  await elsewhere.end({ caller, via: 'person', network: 'test', requestId: 'test' });
  expect((await closed)[0]).toBe(4001);
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
});
