import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { Bench, type EngineUnderTest } from './bench.ts';
import { audioTests } from './tests/audio.ts';
import { bridgeTests } from './tests/bridges.ts';
import { callTests } from './tests/calls.ts';
import { crashTests } from './tests/crash.ts';
import { earlyMediaTests } from './tests/early-media.ts';
import { hostileTests } from './tests/hostile.ts';
import { offerTests } from './tests/offers.ts';
import { reattachTests } from './tests/reattach.ts';
import { recordingTests } from './tests/recordings.ts';
import { registrationTests } from './tests/registrations.ts';
import { reliableTests } from './tests/reliable.ts';
import { transferTests } from './tests/transfers.ts';
import { trunkTests } from './tests/trunks.ts';

export { sineWav } from './sine-wav.ts';
export { type SurvivalWorld, type SurvivingParty, survivalSuite, survivalTenant } from './survival.ts';
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
