import { getSystemSetting } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';
import { mayShowPopup } from './may-show-popup.ts';

/** Read again each half minute, so that a licence also runs out on a page that stays open. */
const lookEveryMs = 30_000;

export function useMayShowPopup(): boolean {
  const read = useRead();
  const features = useMe()?.features;
  const { data: setting } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  return useSyncExternalStore(
    everyHalfMinute,
    () => features !== undefined && setting !== undefined && mayShowPopup(features, setting, Date.now()),
  );
}

function everyHalfMinute(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  return () => clearInterval(timer);
}
