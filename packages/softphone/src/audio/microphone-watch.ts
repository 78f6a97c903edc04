/**
 * How the microphone of this browser stands. `unasked`: it would be asked for in the first call. `blocked`: the person or the browser
 * refuses it to this page. `missing`: there is none. `failing`: there is one, and it could not be opened.
 */
export type MicrophoneStanding = 'usable' | 'unasked' | 'blocked' | 'missing' | 'failing';

/** Whether a call that rings could be answered: who was not asked yet may still say yes. */
export const canBeHeard = (standing: MicrophoneStanding): boolean => standing === 'usable' || standing === 'unasked';

/** What is known of it. */
export interface MicrophoneFacts {
  /** Null where the browser does not tell. */
  readonly permission: PermissionState | null;
  readonly isThere: boolean;
  /** What became of it when it was opened last, since the devices are as they are; null where it was not. */
  readonly opened: 'well' | 'in-vain' | null;
}

export function microphoneStanding({ permission, isThere, opened }: MicrophoneFacts): MicrophoneStanding {
  if (permission === 'denied') return 'blocked';
  if (!isThere) return 'missing';
  if (opened === 'in-vain') return 'failing';
  return permission === 'prompt' && opened === null ? 'unasked' : 'usable';
}

/** What of the browser is asked. */
export interface MicrophoneSources {
  readonly media: Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>;
  readonly permissions: Pick<Permissions, 'query'> | undefined;
}

/** Follows one browser's microphone. */
export interface MicrophoneWatch {
  /** It was opened, for a trial or a call, or could not be. */
  opened(how: 'well' | 'in-vain'): void;
  close(): void;
}

/** Tells how the microphone stands, first as soon as it is known, then whenever it changes. */
export function watchMicrophone(
  { media, permissions }: MicrophoneSources,
  tell: (standing: MicrophoneStanding) => void,
): MicrophoneWatch {
  let status: PermissionStatus | null = null;
  let isThere: boolean | null = null;
  let opened: MicrophoneFacts['opened'] = null;
  let told: MicrophoneStanding | null = null;
  let closed = false;

  const look = () => {
    if (closed || isThere === null) return;
    const now = microphoneStanding({ permission: status?.state ?? null, isThere, opened });
    if (now === told) return;
    told = now;
    tell(now);
  };
  const count = async () => {
    const devices = await media.enumerateDevices();
    isThere = devices.some(({ kind }) => kind === 'audioinput');
    look();
  };
  const changed = () => {
    // What could not be opened may have been the device that is gone now.
    if (opened === 'in-vain') opened = null;
    void count();
  };
  const permitted = () => {
    if (status?.state === 'granted' && opened === 'in-vain') opened = null;
    void count();
  };

  media.addEventListener('devicechange', changed);
  // Firefox learned the name late; a browser that does not know it tells at the first call instead.
  const asked = permissions?.query({ name: 'microphone' as PermissionName }).catch(() => null) ?? Promise.resolve(null);
  void asked.then((found) => {
    if (closed) return;
    status = found;
    status?.addEventListener('change', permitted);
    return count();
  });

  return {
    opened(how) {
      opened = how;
      look();
    },
    close() {
      closed = true;
      media.removeEventListener('devicechange', changed);
      status?.removeEventListener('change', permitted);
    },
  };
}
