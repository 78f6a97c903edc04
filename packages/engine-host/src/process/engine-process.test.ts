import { expect, test } from 'vitest';
import { z } from 'zod';
import { EngineProcess } from './engine-process.ts';
import type { Plant } from './plant.ts';

const listening = { sipPort: 5060, tlsPort: null, wssPort: null, wsPort: null };
/** A plant of which a start asks no more than where it listens. */
const plant = { listening } as Plant;

/** An engine's process whose plant opens when it is told to. */
function process() {
  const openings: PromiseWithResolvers<Plant>[] = [];
  const engine = new EngineProcess(
    {
      options: z.object({}),
      open() {
        const opening = Promise.withResolvers<Plant>();
        openings.push(opening);
        return opening.promise;
      },
    },
    {
      emit: () => {},
      onSeen: () => {},
      onHeard: () => {},
      onAudio: () => {},
      botSays: () => {},
      log: () => {},
      onClosed: () => {},
    },
  );
  return { openings, start: () => engine.handlers.start({ plant: {}, before: null }) };
}

test('a server that comes while the engine starts for the one before waits for the same plant', async () => {
  const { openings, start } = process();
  const [first, second] = [start(), start()];
  await expect.poll(() => openings.length).toBe(1);
  openings[0]?.resolve(plant);
  expect(await Promise.all([first, second])).toEqual([listening, listening]);
  expect(openings.length).toBe(1);
});

test('a start that fails is tried again for the next server', async () => {
  const { openings, start } = process();
  const first = start();
  await expect.poll(() => openings.length).toBe(1);
  openings[0]?.reject(new Error('no port'));
  await expect(first).rejects.toThrow('no port');
  const second = start();
  await expect.poll(() => openings.length).toBe(2);
  openings[1]?.resolve(plant);
  expect(await second).toEqual(listening);
});
