import type { DeviceChoice } from '@alo/softphone';
import { noChoice, ringtones } from '@alo/softphone';
import { z } from 'zod';

const key = 'phone_devices';

const id = z.string().nullable();
const stored = z.object({
  microphone: id,
  callOutput: id,
  ringOutput: id,
  ringtone: z.enum(ringtones).default('soft'),
});

/** The devices chosen on this computer; they belong to it, not to the person. */
export function readDeviceChoice(storage: Storage): DeviceChoice {
  try {
    return stored.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data ?? noChoice;
  } catch {
    // Somebody else wrote there; the browser's own choice will do.
    return noChoice;
  }
}

export const writeDeviceChoice = (storage: Storage, choice: DeviceChoice): void =>
  storage.setItem(key, JSON.stringify(choice));
