/** One microphone or loudspeaker, as a person can choose it. */
export interface Device {
  readonly id: string;
  /** The browser's name for it; '' until the microphone may be used. */
  readonly label: string;
}

/** What there is to speak into and to hear with. */
export interface Devices {
  readonly microphones: readonly Device[];
  /** Empty where the browser cannot choose (Firefox without a permission, Safari). */
  readonly speakers: readonly Device[];
}

/** What an incoming call sounds like. */
export const ringtones = ['soft', 'classic', 'bright'] as const;
/** One of them, by its name. */
export type Ringtone = (typeof ringtones)[number];

/** What the person has chosen; null is the browser's own choice. */
export interface DeviceChoice {
  readonly microphone: string | null;
  readonly callOutput: string | null;
  readonly ringOutput: string | null;
  readonly ringtone: Ringtone;
}

/** Whatever the browser would take, and the soft ring. */
export const noChoice: DeviceChoice = { microphone: null, callOutput: null, ringOutput: null, ringtone: 'soft' };

/** The devices as they are now. Without a permission their names are hidden, and there is one of each kind at most. */
export async function listDevices(media: MediaDevices): Promise<Devices> {
  const devices = await media.enumerateDevices();
  const of = (kind: MediaDeviceKind): Device[] =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { microphones: of('audioinput'), speakers: of('audiooutput') };
}

/** Calls back with the devices whenever one is plugged in or out. Returns how to stop. */
export function watchDevices(media: MediaDevices, onChange: () => void): () => void {
  media.addEventListener('devicechange', onChange);
  return () => media.removeEventListener('devicechange', onChange);
}
