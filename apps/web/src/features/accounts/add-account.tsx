import { accounts } from '@alo/contract';
import { buttonClass, IconPlus } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';
import { InviteMany } from './invite-dialog.tsx';

/** People come one by one, or all whose addresses are pasted. */
export function AddAccount() {
  const may = useMay()(accounts.create.access);
  return (
    <>
      <InviteMany />
      {may && (
        <Link to="/account/add" className={buttonClass('primary')}>
          <IconPlus aria-hidden />
          Thêm tài khoản
        </Link>
      )}
    </>
  );
}
