import { isAllowed, type Permission } from '@alo/contract';

import type { StoredUser } from '../../kit/session/storage.ts';
import type { Place } from '../../resource/screen/addresses.ts';

/** Where one is without an address: at the first of these that one's role may see. `public/early.js` is told of them by the build. */
export const homes = [
  { path: '/dashboard', needs: 'dashboard.view' },
  { path: '/my-day', needs: 'call-history.view' },
] as const satisfies readonly { readonly path: Place; readonly needs: Permission }[];

/** Where who may see none of them is led on from. */
export const homePath = homes[0].path;

export const homeOf = (role: StoredUser): (typeof homes)[number]['path'] =>
  homes.find(({ needs }) => isAllowed(role, needs))?.path ?? homePath;
