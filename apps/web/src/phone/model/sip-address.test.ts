import { expect, test } from 'vitest';

import { sipAddress } from './sip-address.ts';

test.each([
  ['/sip', 'http://localhost:8080/call-history', 'ws://localhost:8080/sip'],
  ['/sip', 'https://pbx.vn/dashboard', 'wss://pbx.vn/sip'],
  ['wss://pbx.vn:4443', 'https://pbx.vn/', 'wss://pbx.vn:4443/'],
  ['ws://localhost:9000/sip', 'http://localhost:8080/', 'ws://localhost:9000/sip'],
])('%s on %s is %s', (configured, page, expected) => expect(sipAddress(configured, page)).toBe(expected));
