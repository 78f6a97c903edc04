import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BridgeId, CallId, LegId, PlayId } from '@alo/call-core';
import type { PhoneCall, RtpAudio } from '@alo/testing';
import { describe, expect, test } from 'vitest';
import { type Bench, eventually, member } from '../bench.ts';
import { sineWav } from '../sine-wav.ts';

type Party = { readonly leg: LegId; readonly phone: PhoneCall<RtpAudio>; readonly hertz: number };

const heard = 0.2;
const silent = 0.03;

export function bridgeTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  /** Three who talk, each in a tone of their own. */
  async function three(): Promise<{ call: CallId; bridge: BridgeId; parties: readonly [Party, Party, Party] }> {
    const a = await bench().registered('101');
    const b = await bench().registered('102');
    const c = await bench().registered('103');
    const { call, bridge, legs, caller, callee } = await bench().talk(a, b, '102');
    const leg = bench().dial(call, '103');
    const third = await c.nextCall();
    await third.answer();
    await bench().seen.next('answered', leg);
    const parties = [
      { leg: legs[0], phone: caller, hertz: 440 },
      { leg: legs[1], phone: callee, hertz: 700 },
      { leg, phone: third, hertz: 1100 },
    ] as const;
    for (const { phone, hertz } of parties) phone.audio.speak(hertz);
    return { call, bridge, parties };
  }

  const hears = (listener: Party, speaker: Party): boolean => listener.phone.audio.level(speaker.hertz) > heard;
  /** Nothing of the speaker in what came since all of them were heard where they should be. */
  const hearsNot = (listener: Party, speaker: Party): boolean => listener.phone.audio.level(speaker.hertz) < silent;

  describe('bridges', () => {
    test('of three each hears the two others, and not himself', async () => {
      const { call, bridge, parties } = await three();
      bench().together(
        call,
        parties.map(({ leg }) => leg),
        bridge,
      );
      for (const party of parties) {
        for (const other of parties) {
          if (other !== party) await eventually('they hear each other', () => hears(party, other));
        }
      }
      // Two tones together leave something near the third where they are too loud; one who heard himself would hear as much as of others.
      for (const party of parties) expect(hears(party, party)).toBe(false);
    });

    test('a listener hears both and is heard by neither; a whisper is heard by one', async () => {
      const { call, bridge, parties } = await three();
      const [customer, agent, supervisor] = parties;
      const edges = (agentHears: readonly Party[]) => ({
        type: 'bridge' as const,
        bridge,
        members: [
          member(customer.leg, [agent.leg], true),
          member(
            agent.leg,
            agentHears.map(({ leg }) => leg),
          ),
          member(supervisor.leg, [customer.leg, agent.leg]),
        ],
      });
      perform(call, edges([customer]));
      await eventually('the supervisor hears both', () => hears(supervisor, customer) && hears(supervisor, agent));
      await eventually('they hear each other', () => hears(customer, agent) && hears(agent, customer));
      expect(hearsNot(customer, supervisor) && hearsNot(agent, supervisor)).toBe(true);
      perform(call, edges([customer, supervisor]));
      await eventually('the agent hears the whisper', () => hears(agent, supervisor) && hears(agent, customer));
      expect(hearsNot(customer, supervisor)).toBe(true);
    });

    test('a leg goes from one bridge to another and back; who is left alone hears nothing of it', async () => {
      const { call, bridge, parties } = await three();
      const [customer, agent, consulted] = parties;
      const aside = bench().together(call, [agent.leg, consulted.leg]);
      await eventually('the consulted hears the agent', () => hears(consulted, agent) && hears(agent, consulted));
      await eventually('the customer hears nobody', () => hearsNot(customer, agent));
      expect(hearsNot(consulted, customer)).toBe(true);
      const { bridges } = await bench().under.engine.snapshot();
      expect(bridges.find((one) => one.bridge === aside)?.members.map(({ leg }) => leg)).toEqual([
        agent.leg,
        consulted.leg,
      ]);
      expect(bridges.find((one) => one.bridge === bridge)?.members.map(({ leg }) => leg)).toEqual([customer.leg]);
      bench().together(call, [customer.leg, agent.leg], bridge);
      await eventually('the customer hears the agent again', () => hears(customer, agent) && hears(agent, customer));
      await eventually('the consulted hears nobody', () => hearsNot(consulted, agent));
    });

    test('what is played to one in a bridge is heard by him alone, and the talk is there when it ends', async () => {
      const { call, bridge, parties } = await three();
      const [customer, agent] = parties;
      bench().together(call, [customer.leg, agent.leg], bridge);
      const play = bench().name<PlayId>(call);
      const sources = [{ kind: 'tone', tone: 'beep' }] as const;
      perform(call, { type: 'play', leg: customer.leg, play, sources, loop: true });
      await eventually('the customer hears the tone', () => customer.phone.audio.level(1000) > 0.05);
      await eventually('the agent hears the customer', () => hears(agent, customer));
      await eventually('the customer does not hear the agent', () => hearsNot(customer, agent));
      perform(call, { type: 'stop', leg: customer.leg, play });
      await eventually('the talk goes on', () => hears(customer, agent));
      expect(agent.phone.audio.level(1000)).toBeLessThan(silent);
    });

    test('keys reach the other side in their own way, whether pressed in the audio or by INFO', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { legs, caller, callee } = await bench().talk(a, b, '102');
      expect(await caller.info('application/dtmf-relay', 'Signal=7\r\nDuration=160\r\n')).toBe(200);
      expect(await bench().seen.next('digit', legs[0])).toMatchObject({ digit: '7' });
      await eventually('the other phone gets the key', () => callee.audio.keys.join('') === '7');
      caller.audio.press('4');
      await eventually('and the next', () => callee.audio.keys.join('') === '74');
    });

    test('digits that are said one after the other are heard in their order, without a pause', async () => {
      const folder = join(bench().under.files.promptsFolder, 'digits');
      await mkdir(folder, { recursive: true });
      const tones = [500, 800, 1300, 2000];
      for (const [digit, hertz] of tones.entries()) {
        await writeFile(join(folder, `${digit}.wav`), sineWav(hertz, 300));
      }
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      const said = [2, 0, 3, 3, 1];
      const sources = said.map((digit) => ({ kind: 'file', file: `digits/${digit}.wav` }) as const);
      const play = bench().name<PlayId>(call);
      caller.audio.listenAnew();
      perform(call, { type: 'play', leg, play, sources, loop: false });
      await bench().seen.next('played', leg);
      await eventually('all is heard', () => caller.audio.strongest(tones, 300).length >= said.length);
      expect(caller.audio.strongest(tones, 300)).toEqual(said.map((digit) => tones[digit]));
    });
  });
}
