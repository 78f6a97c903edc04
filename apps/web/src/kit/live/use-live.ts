import type { LiveEvent, LiveTopic } from '@alo/contract';
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import type { Live, LiveState } from './live-client.ts';

export const LiveContext = createContext<Live | null>(null);

/** Hears live events while the component is shown. */
export function useLive(onEvent: (event: LiveEvent) => void, onGap: (topic: LiveTopic) => void): void {
  const live = use(LiveContext);
  const event = useEffectEvent(onEvent);
  const gap = useEffectEvent(onGap);
  useEffect(() => {
    if (!live) return;
    const stops = [live.listen((e) => event(e)), live.onGap((topic) => gap(topic))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live]);
}

/** Asks for a topic that is not heard everywhere, while the component is shown. */
export function useTopic(topic: LiveTopic): void {
  const live = use(LiveContext);
  useEffect(() => live?.subscribe(topic), [live, topic]);
}

const nothing = () => () => undefined;

/** Whether events arrive at the moment. */
export function useLiveState(): LiveState {
  const live = use(LiveContext);
  return useSyncExternalStore(live?.onState ?? nothing, () => live?.state() ?? 'down');
}
