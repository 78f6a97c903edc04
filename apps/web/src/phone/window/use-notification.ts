import { useEffect, useRef } from 'react';

import { latestShown } from './latest-shown.ts';

/** What the buttons of a notification do with the call that rings. */
export interface RingingCall {
  /** The phone's own name of the call; null while none rings here. */
  readonly id: string | null;
  readonly answer: () => void;
  readonly reject: () => void;
}

/**
 * A desktop notification for as long as a call is offered and the page is not seen, with “Nghe” and “Từ chối” where the browser lets a
 * service worker show it; a click brings the page up. One for each extension: two tabs may be two people.
 */
export function useIncomingNotification(ringing: RingingCall, extension: string, who: string): void {
  const { id } = ringing;
  const latest = useRef(ringing);
  useEffect(() => {
    latest.current = ringing;
  });
  // It is there before the first call rings.
  useEffect(() => {
    if (isAllowed()) void workerOf();
  }, []);
  useEffect(() => {
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>; // not there without TLS
    const hear = ({ data, ports }: MessageEvent) => {
      const pressed = pressedIn(data);
      if (pressed === null || pressed.call !== latest.current.id) return;
      ports[0]?.postMessage('mine');
      if (pressed.action === 'answer') latest.current.answer();
      if (pressed.action === 'reject') latest.current.reject();
    };
    serviceWorker?.addEventListener('message', hear);
    serviceWorker?.startMessages();
    return () => serviceWorker?.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (id === null || !document.hidden || !isAllowed()) return;
    return show(() => notify(id, extension, who));
  }, [id, extension, who]);
}

const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

/** What the worker says was pressed; null for what it did not say. */
export function pressedIn(data: unknown): { readonly call: string; readonly action: 'answer' | 'reject' | '' } | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'alo-call') return null;
  if (!('call' in data) || typeof data.call !== 'string' || !('action' in data)) return null;
  const { call, action } = data;
  return action === 'answer' || action === 'reject' || action === '' ? { call, action } : null;
}

/** The worker that shows notifications; null in a browser without. Its script is asked for anew each time: none stays behind. */
async function workerOf(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>; // not there without TLS
  if (serviceWorker === undefined) return null;
  try {
    await serviceWorker.register('/call-notifications.js', { updateViaCache: 'none' });
    return await serviceWorker.ready;
  } catch {
    // A browser may have them switched off; a plain notification does without.
    return null;
  }
}

/** Of which call a notification tells. */
const callOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'call' in data ? data.call : null;

const show = latestShown();

/** Answers what takes it away again: what tells of this call, and not another page's of the same extension. */
async function notify(call: string, extension: string, who: string): Promise<() => Promise<void>> {
  const tag = `alo-incoming-${extension}`;
  const options = { body: who, tag, requireInteraction: true, icon: '/mark-192.png' };
  const worker = await workerOf();
  if (worker !== null) {
    const actions = [
      { action: 'answer', title: 'Nghe' },
      { action: 'reject', title: 'Từ chối' },
    ];
    // The types of the DOM do not have the buttons, which every browser with workers takes or leaves out.
    const withActions: NotificationOptions = Object.assign({ data: { call } }, options, { actions });
    await worker.showNotification('Cuộc gọi đến', withActions);
    return async () => {
      for (const one of await worker.getNotifications({ tag })) if (callOf(one.data) === call) one.close();
    };
  }
  try {
    const notification = new Notification('Cuộc gọi đến', options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    return async () => notification.close();
  } catch {
    // Chromium on Android has the name but allows notifications from service workers only. The ring is heard all the same.
    return async () => undefined;
  }
}
