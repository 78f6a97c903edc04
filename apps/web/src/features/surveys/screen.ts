import { all, licensed } from '@alo/contract';
import { IconBookmark, IconClipboardList, IconHelpCircle } from '@alo/ui';

import { resourceScreen } from '../../resource/screen/screen.tsx';

const known = { group: 'Chiến dịch & khảo sát', licence: 'survey' } as const;

export default [
  resourceScreen({
    ...known,
    access: 'survey-campaign',
    path: '/survey/campaign',
    form: '/survey/campaign',
    place: 20,
    icon: IconClipboardList,
    load: () => import('./survey-campaigns.tsx'),
    more: [
      {
        path: '/survey/campaign/start/$id',
        // What `surveyAsking` asks for; the call itself comes with the page.
        access: all('survey-campaign.ask', 'customer.view', licensed('survey')),
        load: async () => ({ default: (await import('./start-page.tsx')).StartPage }),
      },
      {
        path: '/survey/campaign/responses/$id',
        // What `surveyResponses` asks for.
        access: all('survey-campaign.view', 'customer.view', licensed('survey')),
        load: () => import('./responses-page.tsx'),
      },
      {
        path: '/survey/campaign/results/$id',
        // What `surveyResults` asks for.
        access: all('survey-campaign.view', 'customer.view', licensed('survey')),
        load: () => import('./results-page.tsx'),
      },
    ],
  }),
  resourceScreen({
    ...known,
    access: 'survey-question',
    path: '/survey/question',
    form: '/survey/question',
    place: 30,
    icon: IconHelpCircle,
    load: () => import('./survey-questions.ts'),
  }),
  resourceScreen({
    ...known,
    access: 'survey-categories',
    path: '/survey/categories',
    form: '/survey/categories',
    place: 40,
    icon: IconBookmark,
    load: () => import('./survey-categories.ts'),
  }),
];
