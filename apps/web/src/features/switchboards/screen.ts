import { any } from '@alo/contract';
import { IconAdjustmentsHorizontal } from '@alo/ui';

import type { Screen } from '../../resource/screen/screen.tsx';

const path = '/etelecom/switchboards';
// What `switchboard` asks for; the call itself comes with the page.
const access = any('trunks.view', 'numbers.view', 'subscribers.view', 'devices.view', 'setting.view');
const load = async () => ({ default: (await import('./switchboards-page.tsx')).SwitchboardsPage });

/** For whoever may see any part of it. */
const screen: Screen = {
  path,
  label: 'Tổng quan tổng đài',
  group: 'Số & đường truyền',
  place: 10,
  icon: IconAdjustmentsHorizontal,
  access,
  daily: undefined,
  routes: [{ path, access, load }],
};

export default screen;
