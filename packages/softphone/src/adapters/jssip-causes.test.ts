import { expect, it } from 'vitest';

import { endCause, registrationFailure } from './jssip-causes.ts';

it.each([
  ['Busy', 486, '', 'busy'],
  ['Busy', 600, '', 'busy'],
  ['Rejected', 603, '', 'rejected'],
  ['Rejected', 603, 'SIP;cause=608;text="Rejected"', 'blocked'],
  ['Rejected', 603, 'Q.850;cause=16', 'rejected'],
  ['Rejected', 403, '', 'forbidden'],
  ['SIP Failure Code', 402, '', 'forbidden'],
  ['Not Found', 404, '', 'not-found'],
  ['Address Incomplete', 484, '', 'not-found'],
  ['Unavailable', 408, '', 'no-answer'],
  ['Unavailable', 480, '', 'unavailable'],
  ['Unavailable', 480, 'Q.850;cause=19;text="No answer"', 'no-answer'],
  ['Unavailable', 480, 'Q.850;cause=20;text="Subscriber absent"', 'unavailable'],
  ['SIP Failure Code', 503, '', 'congestion'],
  ['SIP Failure Code', 503, 'Q.850;cause=34;text="No circuit available"', 'limit'],
  ['SIP Failure Code', 504, 'Q.850;cause=38;text="Network out of order"', 'no-response'],
  ['Incompatible SDP', 488, '', 'incompatible'],
  ['SIP Failure Code', 500, '', 'failed'],
  ['Canceled', null, '', 'cancelled'],
  ['Canceled', null, 'SIP;cause=200;text="Call completed elsewhere"', 'answered-elsewhere'],
  ['Canceled', null, 'SIP ;cause=200 ;text="Call completed elsewhere"', 'answered-elsewhere'],
  ['Terminated', null, '', 'normal'],
  ['Terminated', null, 'Q.850;cause=16', 'normal'],
  ['Terminated', null, 'Q.850;cause=102;text="No media"', 'no-audio'],
  ['Terminated', null, 'Q.850;cause=41;text="Temporary failure"', 'interrupted'],
  ['User Denied Media Access', null, '', 'no-microphone'],
  ['RTP Timeout', null, '', 'no-audio'],
  ['Connection Error', null, '', 'connection-lost'],
  ['Something new', null, '', 'failed'],
] as const)('%s, status %s, reason "%s" is %s', (cause, sipCode, reason, expected) => {
  expect(endCause({ cause, sipCode, reason })).toBe(expected);
});

it('tells a wrong secret from a registrar that is busy or silent', () => {
  expect([401, 403, 404, 407].map(registrationFailure)).toEqual(Array(4).fill('credentials'));
  expect([500, 503].map(registrationFailure)).toEqual(['refused', 'refused']);
  expect(registrationFailure(null)).toBe('timeout');
});
