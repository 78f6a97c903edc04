import { IconButton, IconPictureInPicture, IconPictureInPictureOff } from '@alo/ui';
import { use } from 'react';

import { FloatingContext } from './use-floating.ts';

/** Takes the phone out of the page, so that it is seen beside other programs, and back. */
export function FloatingButton() {
  const floating = use(FloatingContext);
  if (floating === null) return null;
  return (
    <IconButton label={floating.floats ? 'Đưa điện thoại về trang' : 'Cửa sổ nổi'} size="sm" onClick={floating.toggle}>
      {floating.floats ? <IconPictureInPictureOff aria-hidden /> : <IconPictureInPicture aria-hidden />}
    </IconButton>
  );
}
