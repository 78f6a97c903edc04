import { numbers } from '@alo/contract';
import { Button, buttonClass, IconPlus } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { useMay } from '../../kit/me/me.ts';

const ProveNumber = lazy(() => import('./prove-number.tsx'));

/** A number comes by being written down, or from another company that has not proven it. */
export function AddNumber() {
  const [opened, setOpened] = useState(false);
  if (!useMay()(numbers.create.access)) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(true)}>
        Nhận số bị khai báo trùng
      </Button>
      <Link to="/number/add" className={buttonClass('primary')}>
        <IconPlus aria-hidden />
        Thêm đầu số
      </Link>
      {opened && (
        <Suspense>
          <ProveNumber onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
