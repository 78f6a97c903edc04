import { describe, expect, test } from 'vitest';
import { bestCause, causeOfStatus, reasonHeader, refusalFor } from './causes.ts';

describe('causes', () => {
  test.each([
    [486, 'busy'],
    [600, 'busy'],
    [603, 'rejected'],
    [480, 'no-answer'],
    [408, 'no-answer'],
    [404, 'not-found'],
    [402, 'forbidden'],
    [403, 'forbidden'],
    [407, 'forbidden'],
    [487, 'cancelled'],
    [488, 'incompatible'],
    [503, 'congestion'],
    [500, 'congestion'],
    [418, 'failed'],
    [302, 'failed'],
  ] as const)('a %i ends the leg as %s', (status, cause) => {
    expect(causeOfStatus(status)).toBe(cause);
  });

  test('what we answer for a cause reads as that cause at the next switch', () => {
    const kept = [
      'busy',
      'no-answer',
      'rejected',
      'not-found',
      'forbidden',
      'incompatible',
      'congestion',
      'cancelled',
    ] as const;
    for (const cause of kept) {
      expect(causeOfStatus(refusalFor(cause).status)).toBe(cause);
    }
  });

  test('a phone whose call was answered elsewhere is told so by a SIP cause of 200', () => {
    expect(reasonHeader('answered-elsewhere')).toMatch(/^SIP;cause=200;/);
    expect(reasonHeader('normal')).toMatch(/^Q\.850;cause=16;/);
    expect(reasonHeader('incompatible')).toMatch(/^Q\.850;cause=88;/);
  });

  test('of several refusals a person who declined counts more than a phone that was busy, and any more than none', () => {
    expect(bestCause(['busy', 'rejected', 'no-answer'])).toBe('rejected');
    expect(bestCause(['failed', 'no-answer'])).toBe('no-answer');
    expect(bestCause([])).toBe('unreachable');
  });
});
