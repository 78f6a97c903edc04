import { useEffect } from 'react';

/**
 * A desktop notification for as long as a call is offered and the page is not seen; a click brings the page up. One for each
 * extension: two tabs may be two people.
 */
export function useIncomingNotification(ringing: boolean, extension: string, who: string): void {
  useEffect(() => {
    if (!ringing || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
    const notification = notify(extension, who);
    return () => notification?.close();
  }, [ringing, extension, who]);
}

function notify(extension: string, who: string): Notification | null {
  try {
    const options = { body: who, tag: `alo-incoming-${extension}`, requireInteraction: true, icon: '/mark.svg' };
    const notification = new Notification('Cuộc gọi đến', options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    return notification;
  } catch {
    // Chromium on Android has the name but allows notifications from service workers only. The ring is heard all the same.
    return null;
  }
}
