import { all, licensed } from '@alo/contract';
import { IconSpeakerphone } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

export default resourceScreen({
  access: 'campaign',
  licence: 'campaign',
  path: '/marketings/campaign',
  form: '/marketings/campaign',
  group: 'Chiến dịch & khảo sát',
  place: 10,
  icon: IconSpeakerphone,
  load: () => import('./campaigns.tsx'),
  more: [
    {
      path: '/marketings/campaign/call/$id',
      // What `nextContact` asks for; the call itself comes with the page.
      access: all('campaign.call', licensed('campaign')),
      load: async () => ({ default: (await import('./call-page.tsx')).CallPage }),
    },
  ],
});
