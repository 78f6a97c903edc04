import { all, licensed } from '@alo/contract';
import { IconSpeakerphone } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

/** What `campaignContacts` and `campaignResults` ask for; the calls themselves come with their pages. */
const seesContacts = all('campaign.view', 'customer.view', licensed('campaign'));

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
    { path: '/marketings/campaign/contacts/$id', access: seesContacts, load: () => import('./contacts-page.tsx') },
    { path: '/marketings/campaign/rehearsal/$id', access: seesContacts, load: () => import('./rehearsal-page.tsx') },
    { path: '/marketings/campaign/results/$id', access: seesContacts, load: () => import('./results-page.tsx') },
  ],
});
