import { type DeviceChoice, noChoice } from '@alo/softphone';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';

import { keepOnDevice, keptOnDevice } from '../../kit/browser/device-store.ts';

const name = 'phone';
const id = z.string().nullable();
const stored = z.object({ microphone: id, callOutput: id, ringOutput: id });

/** Which of its devices are used at this computer, whoever signs in at it. How it rings is the person's. */
export type StoredDevices = Omit<DeviceChoice, 'ringtone'>;

/** The devices chosen on this computer, and how to choose others. */
export function useStoredDevices(): readonly [StoredDevices, (devices: StoredDevices) => void] {
  const [chosen, setChosen] = useState<StoredDevices>();
  useEffect(() => {
    let isHere = true;
    void keptOnDevice(name).then((kept) => {
      if (isHere) setChosen((already) => already ?? stored.safeParse(kept).data);
    });
    return () => {
      isHere = false;
    };
  }, []);
  const choose = useCallback(({ microphone, callOutput, ringOutput }: StoredDevices) => {
    const devices = { microphone, callOutput, ringOutput };
    setChosen(devices);
    void keepOnDevice(name, devices);
  }, []);
  return [chosen ?? noChoice, choose];
}
