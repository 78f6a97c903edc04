import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EngineUnderTest } from './suite/bench.ts';
import { Bench, eventually } from './suite/bench.ts';

export type { EngineUnderTest };

/** What every engine does, tried by real SIP phones. */
export function engineSuite(name: string, make: () => Promise<EngineUnderTest>): void {
  describe(name, () => {
    let bench: Bench;
    beforeAll(async () => {
      const under = await make();
      await under.engine.start();
      bench = new Bench(under);
      await bench.provision(5999);
    });
    afterEach(() => bench.clear());
    afterAll(() => bench.under.engine.close());

    test('two extensions talk, and hear each other', async () => {
      const a = await bench.registered('101');
      const b = await bench.registered('102');
      const { caller, callee } = await bench.talk(a, b, '102');
      caller.audio.speak(440);
      callee.audio.speak(1000);
      await eventually('callee hears', () => callee.audio.level(440) > 0.3);
      await eventually('caller hears', () => caller.audio.level(1000) > 0.3);
      expect(callee.audio.level(1000)).toBeLessThan(0.05);
    });
  });
}
