import { browserStore } from './browser-store.ts';

/**
 * What belongs to this computer, whoever signs in at it. All of the local storage is cleared where a session runs out (specification
 * §8), and a headset is the same afterwards: it is kept beside it.
 */
const inDevice = browserStore('alo-device', 'choices');

/** Undefined where nothing is kept. */
export const keptOnDevice = (name: string): Promise<unknown> =>
  inDevice<unknown>('readonly', (choices) => choices.get(name));

export async function keepOnDevice(name: string, value: unknown): Promise<void> {
  await inDevice('readwrite', (choices) => choices.put(value, name));
}
