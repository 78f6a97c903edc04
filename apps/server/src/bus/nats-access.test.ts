import { expect, test } from 'vitest';

import { natsAccess } from './nats-bus.ts';

test.each([
  ['nats://localhost', { servers: ['localhost:4222'], isEncrypted: false, signIn: null }],
  ['nats://w%40rd@10.0.0.5:4000', { servers: ['10.0.0.5:4000'], isEncrypted: false, signIn: { token: 'w@rd' } }],
  [
    'tls://alo:m%3At@nats1,tls://alo:m%3At@nats2:4333',
    { servers: ['nats1:4222', 'nats2:4333'], isEncrypted: true, signIn: { user: 'alo', password: 'm:t' } },
  ],
])('%s is read with its sign-in apart', (urls, access) => {
  expect(natsAccess(urls.split(','))).toEqual(access);
});
