import type { LegId, PlayId, RecordingId } from '@alo/call-core';
import { WrongRevision } from '@alo/engine';
import { describe, expect, test } from 'vitest';
import { type Bench, suiteSecret, tenant } from '../bench.ts';

export function reattachTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('what a new server finds', () => {
    test('legs with their state, who is with whom, what is recorded and played, and who is there', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, bridge, caller } = await bench().talk(a, b, '102');
      await caller.hold(true);
      await bench().seen.next('held', legs[0]);
      const play = bench().name<PlayId>(call);
      const recording = bench().name<RecordingId>(call);
      const sources = [{ kind: 'tone', tone: 'ringback' }] as const;
      perform(call, { type: 'play', leg: legs[1], play, sources, loop: true });
      perform(call, { type: 'record', recording, bridge });
      perform(call, { type: 'pause-recording', recording, on: true });
      const found = await bench().under.engine.snapshot();
      const leg = (id: LegId) => found.legs.find((one) => one.leg === id);
      expect(leg(legs[0])).toEqual({
        tenant,
        call,
        leg: legs[0],
        side: 'arrived',
        state: 'up',
        held: true,
        plays: [],
      });
      expect(leg(legs[1])).toMatchObject({ side: 'dialled', state: 'up', held: false, plays: [play] });
      expect(found.bridges).toEqual([
        {
          tenant,
          call,
          bridge,
          members: [
            { leg: legs[0], hears: [legs[1]], channel: 'left' },
            { leg: legs[1], hears: [legs[0]], channel: 'right' },
          ],
        },
      ]);
      expect(found.recordings).toEqual([{ tenant, call, recording, paused: true }]);
      expect(found.registrations.map(({ extension }) => extension).sort()).toEqual(['101', '102']);
      expect(found.provisioned).toEqual([{ tenant, revision: bench().revision }]);
      for (const id of legs) perform(call, { type: 'hang-up', leg: id, cause: 'normal' });
      await bench().seen.next('recorded');
      expect(await bench().under.engine.snapshot()).toMatchObject({ legs: [], bridges: [], recordings: [] });
    });
  });

  describe('changes of a tenant', () => {
    test('a person who signs in may register at once, one who signs out is gone', async () => {
      await bench().change([{ type: 'secrets', extension: '104', secrets: [suiteSecret('104')] }]);
      const phone = await bench().phone('104');
      expect((await phone.register()).status).toBe(200);
      await bench().seen.contacts('104', 1);
      await bench().change([{ type: 'extension-gone', extension: '104' }]);
      await bench().seen.contacts('104', 0);
      expect((await phone.register()).status).toBe(401);
    });

    test('a change that builds on another state is refused, and what comes late is not taken', async () => {
      const { engine } = bench().under;
      const change = { type: 'extension-gone', extension: '101' } as const;
      for (const revision of [bench().revision, bench().revision + 2]) {
        await expect(engine.change(tenant, revision, [change])).rejects.toBeInstanceOf(WrongRevision);
      }
      await engine.provision({ tenant, revision: 0, domain: 'old.example', extensions: [], trunks: [] });
      expect((await (await bench().phone('101')).register()).status).toBe(200);
    });
  });
}
