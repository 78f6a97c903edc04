import { organisation } from '@alo/contract';
import { IconHierarchy2 } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

/** Everybody sees the parts of it that they may see. */
export default {
  ...pageScreen({
    access: 'departments.view',
    path: '/organisation',
    group: 'Tổ chức',
    place: 35,
    icon: IconHierarchy2,
    reads: organisation,
    load: async () => ({ default: (await import('./organisation-page.tsx')).OrganisationPage }),
  }),
  label: 'Sơ đồ tổ chức',
};
