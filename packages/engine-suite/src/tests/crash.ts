import { describe, expect, test } from 'vitest';
import { type Bench, eventually } from '../bench.ts';

export function crashTests(bench: () => Bench): void {
  describe('a crash', () => {
    test('the engine is killed in mid-call: it is back, empty, and the phones register again', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call } = await bench().talk(a, b, '102');
      const down = bench().seen.status('dead');
      bench().under.kill();
      await down;
      // What is asked of an engine that is not there is told to be over, not left hanging.
      const leg = bench().dial(call, '102');
      expect(await bench().seen.next('ended', leg)).toMatchObject({ cause: 'interrupted' });
      await bench().seen.status('up');
      expect(await bench().under.engine.snapshot()).toMatchObject({
        legs: [],
        bridges: [],
        recordings: [],
        registrations: [],
      });
      // Same port, same passwords: nobody had to be told anything.
      expect((await a.register()).status).toBe(200);
      expect((await b.register()).status).toBe(200);
      const { caller, callee } = await bench().talk(a, b, '102');
      callee.audio.speak(1000);
      await eventually('they hear each other again', () => caller.audio.level(1000) > 0.3);
    });
  });
}
