import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { audioTests } from './suite/audio.ts';
import { Bench, type EngineUnderTest } from './suite/bench.ts';
import { bridgeTests } from './suite/bridges.ts';
import { callTests } from './suite/calls.ts';
import { crashTests } from './suite/crash.ts';
import { earlyMediaTests } from './suite/early-media.ts';
import { hostileTests } from './suite/hostile.ts';
import { offerTests } from './suite/offers.ts';
import { reattachTests } from './suite/reattach.ts';
import { recordingTests } from './suite/recordings.ts';
import { registrationTests } from './suite/registrations.ts';
import { reliableTests } from './suite/reliable.ts';
import { transferTests } from './suite/transfers.ts';
import { trunkTests } from './suite/trunks.ts';

export { type SurvivalWorld, type SurvivingParty, survivalSuite, survivalTenant } from './suite/survival.ts';
export { toneWav } from './suite/tone-wav.ts';
export type { EngineUnderTest };

/** What every engine does, tried by real SIP phones. `make` gives an engine that has not been started. */
export function engineSuite(name: string, make: () => Promise<EngineUnderTest>): void {
  describe(`${name}`, () => {
    let bench: Bench | undefined;
    const theBench = (): Bench => {
      if (bench === undefined) throw new Error('the engine did not start');
      return bench;
    };
    beforeAll(async () => {
      const under = await make();
      await under.engine.start();
      bench = new Bench(under);
      await bench.provision();
      await under.engine.open();
    });
    afterEach(() => bench?.clear());
    afterAll(() => bench?.under.engine.close());

    registrationTests(theBench);
    callTests(theBench);
    audioTests(theBench);
    earlyMediaTests(theBench);
    reliableTests(theBench);
    offerTests(theBench);
    bridgeTests(theBench);
    recordingTests(theBench);
    transferTests(theBench);
    reattachTests(theBench);
    trunkTests(theBench);
    hostileTests(theBench);
    crashTests(theBench);
  });
}
