import { useEffect, useState } from 'react';

/** True while the browser refuses the microphone to this page, so that it can be said before the first call. */
export function useMicrophoneBlocked(): boolean {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    let permission: PermissionStatus | null = null;
    let left = false;
    const look = () => setBlocked(permission?.state === 'denied');
    void navigator.permissions
      // Firefox learned the name late; a browser that does not know it tells at the first call instead.
      ?.query({ name: 'microphone' as PermissionName })
      .then((status) => {
        if (left) return;
        permission = status;
        permission.addEventListener('change', look);
        look();
      })
      .catch(() => undefined);
    return () => {
      left = true;
      permission?.removeEventListener('change', look);
    };
  }, []);
  return blocked;
}
