import type { BridgeId, CallId, EngineCommand, LegId, RecordingId, TenantId } from '@alo/call-core';
import { type TelephonyEngine, type TenantProvision, WrongRevision } from '@alo/engine';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually, member } from './bench.ts';
import { Observer } from './observer.ts';

/** Somebody in a call, as the tests drive them. */
export interface SurvivingParty {
  answer(): Promise<void>;
  hangUp(): Promise<void>;
  press(key: '1' | '2' | '3'): void;
  /** Asks by REFER that the other side goes there. */
  asksTransfer(to: string): Promise<void>;
  /** What it was told of that, last. */
  readonly transferNews: string | undefined;
  hears(other: SurvivingParty): boolean;
}

/** An engine that servers come to and go from, and its phones. */
export interface SurvivalWorld {
  /** Another server comes; the one before is gone without a word. */
  readonly newServer: () => Promise<TelephonyEngine>;
  /** The server is gone, and none comes for now. */
  readonly serverLeaves: () => void;
  /** The phone of an extension, which calls. */
  readonly calls: (extension: string, dialled: string) => Promise<SurvivingParty>;
  /** The phone of an extension, which is called. */
  readonly rings: (extension: string) => Promise<SurvivingParty>;
  readonly close: () => Promise<void>;
}

// Names of this suite; anywhere else ids come from the database and from call control.
export const survivalTenant = 'survival' as TenantId;
const tenant = survivalTenant;

/**
 * What every engine does that outlives its servers: the same tests for one with a network and for the scripted one. The world
 * has the phones 101, 102 and 103; `provision` is what its servers tell.
 */
export function survivalSuite(
  name: string,
  provision: TenantProvision,
  make: (provision: TenantProvision) => Promise<SurvivalWorld>,
): void {
  describe(`${name}`, () => {
    const worlds: SurvivalWorld[] = [];
    afterEach(async () => {
      for (const world of worlds.splice(0)) await world.close();
    });

    async function aWorld() {
      const world = await make(provision);
      worlds.push(world);
      const come = async () => {
        const engine = await world.newServer();
        const seen = new Observer(engine, tenant);
        await engine.open();
        return { engine, seen };
      };
      return { world, come };
    }

    /** 101 talks with 102, recorded. */
    async function talk() {
      const { world, come } = await aWorld();
      const { engine, seen } = await come();
      const caller = await world.calls('101', '102');
      const { call, leg } = await seen.next('arrived');
      const perform = (command: EngineCommand) => engine.perform(tenant, call, command);
      const other = `${call}/1` as LegId;
      dial(perform, other, '102');
      const callee = await world.rings('102');
      await callee.answer();
      await seen.next('answered', other);
      perform({ type: 'answer', leg });
      const [bridge, recording] = [`${call}/b1` as BridgeId, `${call}/r1` as RecordingId];
      perform(together(bridge, [leg, other]));
      perform({ type: 'record', recording, bridge });
      await eventually('they hear each other', () => caller.hears(callee) && callee.hears(caller));
      return { world, come, call, legs: [leg, other] as const, bridge, recording, caller, callee };
    }

    test('calls, bridges and recordings go on without a server, and the next one finds and ends them', async () => {
      const { come, call, legs, bridge, recording, caller, callee } = await talk();
      const { engine, seen } = await come();
      const found = await engine.snapshot();
      expect(found.legs.map(({ leg, side, state }) => ({ leg, side, state }))).toEqual([
        { leg: legs[0], side: 'arrived', state: 'up' },
        { leg: legs[1], side: 'dialled', state: 'up' },
      ]);
      expect(found.bridges).toMatchObject([{ call, bridge, members: [{ leg: legs[0] }, { leg: legs[1] }] }]);
      expect(found.recordings).toEqual([{ tenant, call, recording, paused: false }]);
      expect(found.provisioned).toEqual([{ tenant, revision: provision.revision }]);
      await eventually('they still hear each other', () => caller.hears(callee) && callee.hears(caller));
      engine.perform(tenant, call, { type: 'stop-recording', recording });
      for (const leg of legs) engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
      for (const leg of legs) expect(await seen.next('ended', leg)).toMatchObject({ call });
      const recorded = await seen.next('recorded');
      expect(recorded).toMatchObject({ recording, state: 'whole' });
      expect(await engine.snapshot()).toMatchObject({ legs: [], recordings: [] });
      const bytes = await sizeOf(await engine.fetchRecording(tenant, recording));
      expect(bytes).toBe(recorded.bytes);
    });

    test('what happens while nobody listens is told to the next server, in order and once', async () => {
      const { world, come, legs, caller } = await talk();
      const deaf = await world.newServer(); // It listens to nothing and dies.
      for (const key of ['1', '2', '3'] as const) {
        caller.press(key);
        // A key is 160 ms long, and one after the other.
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect((await deaf.snapshot()).legs).toHaveLength(2);
      const { seen } = await come();
      for (const digit of ['1', '2', '3']) expect(await seen.next('digit', legs[0])).toMatchObject({ digit });
      // It took them: the next one hears of what comes then.
      const next = await come();
      await caller.hangUp();
      await next.seen.next('ended', legs[0]);
      expect(next.seen.left(callOf(legs[0])).filter(({ type }) => type === 'digit')).toEqual([]);
      expect(seen.left(callOf(legs[0])).filter(({ type }) => type === 'ended')).toEqual([]);
    });

    test('who is left alone while no server is there is not recorded: the talk ended with its customer', async () => {
      const began = performance.now();
      const { world, come, call, legs, recording, caller } = await talk();
      world.serverLeaves();
      await caller.hangUp();
      const talkedMs = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const { engine, seen } = await come();
      await seen.next('ended', legs[0]);
      engine.perform(tenant, call, { type: 'stop-recording', recording });
      const { durationMs } = await seen.next('recorded');
      expect(durationMs).toBeLessThanOrEqual(talkedMs + aMomentMs);
    });

    test('a transfer that a phone asked of nobody is answered by the next server', async () => {
      const { world, come, call, legs, callee } = await talk();
      await world.newServer(); // It dies before it takes the question.
      await callee.asksTransfer('103');
      const { engine, seen } = await come();
      const { transfer, to } = await seen.next('transfer-requested', legs[1]);
      expect(to).toBe('103');
      engine.perform(tenant, call, { type: 'transfer-result', leg: legs[1], transfer, result: 'ringing' });
      await eventually('it rings there', () => callee.transferNews === 'ringing');
      engine.perform(tenant, call, { type: 'transfer-result', leg: legs[1], transfer, result: 'done' });
      await eventually('it is done', () => callee.transferNews === 'done');
    });

    test('the next server adds a third, who whispers to one, and takes a leg aside', async () => {
      const { world, come, call, legs, bridge, caller, callee } = await talk();
      const { engine, seen } = await come();
      const perform = (command: EngineCommand) => engine.perform(tenant, call, command);
      const leg = `${call}/2` as LegId;
      dial(perform, leg, '103');
      const third = await world.rings('103');
      await third.answer();
      await seen.next('answered', leg);
      perform(together(bridge, [...legs, leg]));
      await eventually('all hear the third', () => caller.hears(third) && callee.hears(third));
      await eventually('the third hears all', () => third.hears(caller) && third.hears(callee));
      const members = [member(legs[0], [legs[1]], true), member(legs[1], [legs[0], leg]), member(leg, legs)];
      perform({ type: 'bridge', bridge, members });
      await eventually('the customer does not hear the whisper', () => !caller.hears(third));
      await eventually(
        'the colleague still hears it, and the third the customer',
        () => callee.hears(third) && third.hears(caller),
      );
      perform(together(`${call}/b2` as BridgeId, [legs[1], leg]));
      await eventually('the customer is alone', () => !caller.hears(callee) && !third.hears(caller));
      await eventually('two talk aside', () => callee.hears(third) && third.hears(callee));
      const sizes = (await engine.snapshot()).bridges.map(({ members: who }) => who.length);
      expect(sizes.toSorted((a, b) => a - b)).toEqual([1, 2]);
      perform({ type: 'bridge', bridge, members: [] });
      expect((await engine.snapshot()).bridges).toHaveLength(1);
    });

    test('a recording goes on in another bridge, and is paused for one server and resumed by the next', async () => {
      const { come, call, legs, recording } = await talk();
      const first = await come();
      const aside = `${call}/b2` as BridgeId;
      first.engine.perform(tenant, call, together(aside, legs));
      first.engine.perform(tenant, call, { type: 'record', recording, bridge: aside });
      first.engine.perform(tenant, call, { type: 'pause-recording', recording, on: true });
      expect((await first.engine.snapshot()).recordings).toMatchObject([{ recording, paused: true }]);
      const { engine, seen } = await come();
      engine.perform(tenant, call, { type: 'pause-recording', recording, on: false });
      expect((await engine.snapshot()).recordings).toMatchObject([{ recording, paused: false }]);
      engine.perform(tenant, call, { type: 'stop-recording', recording });
      expect(await seen.next('recorded')).toMatchObject({ recording, state: 'whole' });
    });

    test('a change is taken by the next server only where it builds on what the engine knows', async () => {
      const { come } = await aWorld();
      const { engine } = await come();
      const change = { type: 'extension-gone', extension: '103' } as const;
      await engine.change(tenant, provision.revision + 1, [change]);
      const next = await come();
      expect((await next.engine.snapshot()).provisioned).toEqual([{ tenant, revision: provision.revision + 1 }]);
      await expect(next.engine.change(tenant, provision.revision + 1, [change])).rejects.toBeInstanceOf(WrongRevision);
    });
  });
}

/** A recording is written in frames, and begins with one. */
const aMomentMs = 100;

const dial = (perform: (command: EngineCommand) => void, leg: LegId, extension: string): void =>
  perform({ type: 'dial', leg, to: { kind: 'extension', extension }, callerId: { number: '101', name: '' } });

const together = (bridge: BridgeId, legs: readonly LegId[]): EngineCommand => ({
  type: 'bridge',
  bridge,
  members: legs.map((leg, i) => member(leg, legs, i === 0)),
});

/** Legs are named `<call>/…` by the engine and by call control. */
const callOf = (leg: LegId): CallId => leg.slice(0, leg.lastIndexOf('/')) as CallId;

async function sizeOf(stream: ReadableStream<Uint8Array> | null): Promise<number> {
  let size = 0;
  for await (const chunk of stream ?? []) size += chunk.length;
  return size;
}
