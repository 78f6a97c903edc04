import type { Bus } from '../../bus/bus.ts';
import { gathered } from '../../kernel/gathered.ts';
import { speakQuestions } from './speak.ts';

/** Changes that come this close together are spoken as one. */
const gatherMs = 200;

type Deps = Parameters<typeof speakQuestions>[0] & {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly onError: (error: unknown) => void;
};

/** What callers are asked is spoken as soon as it is saved here. What could not be spoken a person can have spoken again. */
export function followQuestions({ bus, onError, ...deps }: Deps): void {
  const speak = gathered(gatherMs, (tenantId) => {
    speakQuestions(deps, { company: tenantId, person: 'surveys' }, tenantId, 'those that run')
      .then((spoke) => {
        if (spoke) bus.publish('resource-changed', tenantId, ['survey-question']);
      })
      .catch(onError);
  });
  bus.subscribe('resource-changed', (tenantId, [subject], from) => {
    if (from !== 'elsewhere' && (subject === 'survey-campaign' || subject === 'survey-question')) speak(tenantId);
  });
}
