import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExpiryLine, emptyExpiryLine, expireLater, expiringIn, oldestIn, takeExpired } from './expiry-line.ts';

test('a line forgets in its order what is too old, or too much, and is itself no longer than what is in it', () => {
  const steps = fc.array(fc.oneof(fc.record({ put: fc.string() }), fc.record({ before: fc.nat({ max: 400 }) })), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(steps, fc.nat({ max: 100 }), (list, most) => {
      let line: ExpiryLine = emptyExpiryLine;
      let model: { key: string; at: number }[] = [];
      const [forgotten, toForget]: [(string | null)[], (string | null)[]] = [[], []];
      for (const [at, step] of list.entries()) {
        if ('put' in step) {
          line = expireLater(line, step.put, at);
          model = [...model, { key: step.put, at }];
        } else {
          const [oldest] = model;
          const goes = oldest !== undefined && (oldest.at <= step.before || model.length > most);
          const [after, key] = takeExpired(line, step.before, most);
          forgotten.push(key);
          toForget.push(goes ? oldest.key : null);
          if (goes) model = model.slice(1);
          line = after;
        }
      }
      expect(forgotten).toEqual(toForget);
      expect([...expiringIn(line)]).toEqual(model);
      expect(oldestIn(line)).toBe(model[0]?.at);
      expect(line.pieces.size).toBeLessThanOrEqual(model.length / 32 + 2);
    }),
  );
});
