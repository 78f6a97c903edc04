import { Button, State } from '@alo/ui';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { usePhoneDoor } from '../domain/phone-door/phone-door.ts';
import { useReadAfresh } from '../kit/zone/failed.tsx';
import { GoneError } from '../kit/zone/gone-error.ts';

/** In place of a page that failed; it begins anew with the next address. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const retry = useReadAfresh(reset);
  const phone = usePhoneDoor();
  const isGone = error instanceof GoneError;
  // Only as it appears: when a call ends later on, somebody may be writing up what came of it.
  const reload = useEffectEvent(() => {
    if (isGone && phone?.holdsCall() !== true && isFirstReload(error.message)) location.reload();
  });
  useEffect(() => reload(), [error]);
  return (
    <State
      drawing="error"
      title={isGone ? 'Alô vừa được nâng cấp' : 'Trang này gặp lỗi'}
      action={
        <>
          {!isGone && (
            <Button look="primary" onClick={retry}>
              Thử lại
            </Button>
          )}
          <Button look={isGone ? 'primary' : 'default'} onClick={() => location.reload()}>
            Tải lại ứng dụng
          </Button>
        </>
      }
    >
      {isGone ? 'Trang này cần tải lại để dùng bản mới. ' : ''}
      Điện thoại và cuộc gọi của bạn không bị ảnh hưởng.
    </State>
  );
}

/** A part that is missing in the new version too is not loaded for ever. */
function isFirstReload(part: string): boolean {
  const key = `reloaded_for:${part}`;
  try {
    if (sessionStorage.getItem(key) !== null) return false;
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    // Storage is full or blocked: nobody would remember.
    return false;
  }
}
