import type { Access } from '@alo/contract';
import { buttonClass } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useMay } from '../../kit/me/me.ts';
import type { Place } from '../screen/addresses.ts';

/** Where to do something about a page that is empty; not there for whoever may not. */
export const WayOn = ({ to, access, children }: { to: Place; access: Access; children: ReactNode }) =>
  useMay()(access) && (
    <Link to={to} className={buttonClass('default')}>
      {children}
    </Link>
  );
