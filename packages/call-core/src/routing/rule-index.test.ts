import { matchesPattern } from '@alo/phone-number';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyPlan, type InboundRule, type OutboundRule } from '../board/plan.ts';
import { inboundCandidates, outboundCandidates } from './rule-index.ts';

const digits = fc.string({ unit: fc.constantFrom('0', '1', '9', 'x'), maxLength: 4 });
const pattern = fc.tuple(digits, fc.constantFrom('', '*')).map(([start, end]) => start + end);
const number = fc.constantFrom('+8428710001', '+8428710002');
const dialled = fc.string({ unit: fc.constantFrom('0', '1', '9'), maxLength: 6 });

const inbound = fc.record({ number: fc.option(number), callerPattern: fc.option(pattern) }).map((rule): InboundRule => {
  return { ...rule, name: '', timeGroup: null, destination: { kind: 'hang-up', cause: 'normal' }, afterTalk: null };
});
const outbound = pattern.map((one): OutboundRule => {
  return { name: '', pattern: one, extensions: 'all', strip: 0, prepend: '', routes: [] };
});

test('of many rules those that fit a call are found in their order, as if each had been tried', () => {
  fc.assert(
    fc.property(fc.array(inbound, { maxLength: 150 }), number, dialled, (rules, ours, caller) => {
      const ofNumber = rules.filter((rule) => rule.number === null || rule.number === ours);
      const fits = ({ callerPattern }: InboundRule) => callerPattern === null || matchesPattern(caller, callerPattern);
      const found = inboundCandidates(rules, ours, caller);
      expect(found.rules.filter(fits)).toEqual(ofNumber.filter(fits));
      expect(found.rules.length + found.passedOver).toBe(ofNumber.length);
    }),
  );
  fc.assert(
    fc.property(fc.array(outbound, { maxLength: 150 }), dialled, (rules, to) => {
      const fits = (rule: OutboundRule) => matchesPattern(to, rule.pattern);
      const found = outboundCandidates(rules, to);
      expect(found.rules.filter(fits)).toEqual(rules.filter(fits));
    }),
  );
});

test('of ten thousand rules a call is held against those alone that begin like its number', () => {
  const rules = Array.from({ length: 10_000 }, (_, nth): OutboundRule => {
    const start = `07${String(nth).padStart(5, '0')}`;
    return { name: start, pattern: `${start}*`, extensions: 'all', strip: 0, prepend: '', routes: [] };
  });
  const plan = { ...emptyPlan, outboundRules: [...rules, { ...rules[0], pattern: '*' } as OutboundRule] };
  const { rules: found, passedOver } = outboundCandidates(plan.outboundRules, '0701234567');
  expect([found.map((rule) => rule.pattern), passedOver]).toEqual([['0701234*', '*'], 9_999]);
});
