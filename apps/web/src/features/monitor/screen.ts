import { IconHeadset } from '@alo/ui';

import { pageScreen } from '../../resource/screen/screen.tsx';

export default pageScreen({
  access: 'monitor.view',
  licence: 'supervision',
  path: '/monitor',
  group: 'Cuộc gọi',
  place: 30,
  icon: IconHeadset,
  load: () => import('./monitor-page.tsx'),
  also: [
    {
      // The same lines, whoever sells them: people come first there.
      path: '/etelecom/monitor',
      load: async () => ({ default: (await import('./monitor-page.tsx')).EtelecomMonitorPage }),
    },
  ],
});
